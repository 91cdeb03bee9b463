import type { GatewayConfig } from '../contract-admin.js';
import { Choice } from '../parts/form.js';
import { withPreset } from './draft.js';

interface Props {
  readonly config: GatewayConfig;
  readonly onChange: (config: GatewayConfig) => void;
}

/** A group of fields with title and description. */
export function Group(props: {
  readonly title: string;
  readonly what: string;
  readonly children: React.ReactNode;
}): React.JSX.Element {
  return (
    <div className="settings-group">
      <div>
        <h3>{props.title}</h3>
        <p className="quiet">{props.what}</p>
      </div>
      <div className="stack">{props.children}</div>
    </div>
  );
}

const MODES = { act: 'Act', shadow: 'Shadow: look, do not act', off: 'Off' } as const;
/** The names are core's; a test compares them. */
export const PRESET_CHOICES: Readonly<Record<string, string>> = {
  default: 'default: our own',
  votes: 'votes: detect, reset, re-inject',
  cycles: 'cycles: warn, warn harder, stop',
  matrix: 'matrix: approach and outcome',
  drift: 'drift: reads, reverts, failures',
  entropy: 'entropy: distinct steps',
};
const ADAPT = { off: 'Never', propose: 'Propose', apply: 'Apply by itself' } as const;
const LIMITS = [
  ['window', 'Entropy window, steps', 1],
  ['loopBelow', 'Loop below', 0.05],
  ['warningUpTo', 'Warning up to', 0.05],
  ['discrepancyTolerance', 'Own score may be off by', 0.05],
] as const;

export function EntropyFields({ config, onChange }: Props): React.JSX.Element {
  const set = (change: Partial<GatewayConfig['entropy']>): void =>
    onChange({ ...config, entropy: { ...config.entropy, ...change } });
  return (
    <Group title="Steps" what="DecisionLog messages: how many of the last steps differ.">
      <div className="settings-grid">
        <Select
          {...{ label: 'Steps that go in circles', value: config.entropy.mode, options: MODES }}
          onChange={(mode) => set({ mode })}
        />
        {LIMITS.map(([name, label, by]) => (
          <label key={name} className="label">
            {label}
            <input
              className="field"
              type="number"
              step={by}
              value={config.entropy[name]}
              onChange={(event) => {
                const value = event.target.valueAsNumber;
                if (Number.isFinite(value)) set({ [name]: value });
              }}
            />
          </label>
        ))}
      </div>
    </Group>
  );
}

export function EventFields({ config, onChange }: Props): React.JSX.Element {
  const { events, archive, gates } = config;
  return (
    <Group title="The guard" what="Events, spans and hooks, and who decides in the end.">
      <div className="settings-grid">
        <Select
          {...{ label: 'Preset', value: events.preset, options: PRESET_CHOICES }}
          onChange={(preset) => onChange(withPreset(config, preset))}
        />
        <Select
          {...{ label: 'Detectors', value: events.mode, options: MODES }}
          onChange={(mode) => onChange({ ...config, events: { ...events, mode } })}
        />
        <Select
          {...{ label: 'Adapt limits by model', value: archive.adapt, options: ADAPT }}
          onChange={(adapt) => onChange({ ...config, archive: { ...archive, adapt } })}
        />
        <Select
          {...{ label: 'Unanswered gates are', value: gates.onTimeout }}
          options={{ reject: 'Rejected', approve: 'Approved' }}
          onChange={(onTimeout) => onChange({ ...config, gates: { ...gates, onTimeout } })}
        />
      </div>
    </Group>
  );
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: Readonly<Record<T, string>>;
  readonly onChange: (value: T) => void;
}

function Select<T extends string>({ label, value, options, onChange }: SelectProps<T>): React.JSX.Element {
  return (
    <label className="label">
      {label}
      <Choice {...{ value, options, onChange }} />
    </label>
  );
}
