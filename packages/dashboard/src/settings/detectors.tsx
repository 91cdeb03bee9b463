import { useEffect, useState } from 'react';
import type { GatewayConfig } from '../contract-admin.js';
import { plain, words } from '../format.js';
import { Choice } from '../parts/form.js';
import { Group } from './fields.js';
import { modeOf, optionOf, withMode, withOption } from './draft.js';

interface Props {
  readonly config: GatewayConfig;
  readonly onChange: (config: GatewayConfig) => void;
  readonly models: readonly string[];
}

interface OptionInfo {
  readonly name: string;
  readonly fallback: number | boolean;
  readonly what: string;
}

interface Owner {
  readonly id: string;
  readonly options: readonly OptionInfo[];
  readonly summary: string;
  /** The categories of loops that it reports. */
  readonly categories: readonly string[];
}

/** The options of the preset's detectors, with descriptions from core. */
export async function ownersOf(preset: string): Promise<readonly Owner[]> {
  const { presetOf } = await import('@rutbreak/core');
  return presetOf(preset).detectors.map(({ meta }) => ({
    ...{ id: meta.id, summary: meta.summary },
    categories: [...new Set(Object.values(meta.messages).map(({ category }) => category))].toSorted(),
    options: Object.entries(meta.options).map(([name, { default: fallback, meaning }]) => ({
      ...{ name, fallback, what: meaning },
    })),
  }));
}

function useOwners(preset: string): readonly Owner[] {
  const [owners, setOwners] = useState<readonly Owner[]>([]);
  useEffect(() => {
    let isCurrent = true;
    ownersOf(preset)
      .then((found) => {
        if (isCurrent) setOwners(found.filter(({ options }) => options.length > 0));
      })
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [preset]);
  return owners;
}

const MODES = { on: 'On', shadow: 'Shadow', off: 'Off' } as const;

/** The mode of each detector, and the options of the selected one. */
export function DetectorOptions({ config, onChange, models }: Props): React.JSX.Element {
  const owners = useOwners(config.events.preset);
  const [model, setModel] = useState('');
  const [chosen, setChosen] = useState('');
  const owner = owners.find(({ id }) => id === chosen) ?? owners[0];
  return (
    <Group title="Detectors" what="Each on, in shadow or off; the chosen one's own limits below.">
      <ul className="detectors" aria-label="Detectors">
        {owners.map(({ id, summary }) => (
          <li key={id} data-mode={modeOf(config, id)}>
            <button
              className="pick"
              title={summary}
              aria-pressed={id === owner?.id}
              onClick={() => setChosen(id)}
            >
              {id}
            </button>
            <Choice
              name={`Mode of ${id}`}
              value={modeOf(config, id)}
              options={MODES}
              onChange={(mode) => onChange(withMode(config, id, mode))}
            />
          </li>
        ))}
      </ul>
      {owner && <OwnOptions {...{ config, onChange, models, owner, model, setModel }} />}
    </Group>
  );
}

interface OwnProps extends Props {
  readonly owner: Owner;
  readonly model: string;
  readonly setModel: (model: string) => void;
}

function OwnOptions({ config, onChange, models, owner, model, setModel }: OwnProps): React.JSX.Element {
  const names = [...new Set([...models, ...Object.keys(config.events.models)])];
  const choices = Object.fromEntries(names.map((one) => [one, plain(one, 60)]));
  return (
    <div className="stack-tight">
      <div className="row">
        <h3>Limits of {owner.id}</h3>
        <Choice name="Model" value={model} options={choices} none="For all models" onChange={setModel} />
        <span className="quiet">preset {plain(config.events.preset, 40)}</span>
      </div>
      <p className="quiet">
        {owner.summary} Reports: {owner.categories.map(words).join(', ')}.
      </p>
      <div className="settings-grid">
        {owner.options.map((info) => (
          <OptionField
            key={`${model} ${owner.id} ${info.name}`}
            info={info}
            value={optionOf(config, model, owner.id, info.name)}
            onChange={(value) =>
              onChange(withOption(config, { model, owner: owner.id, option: info.name, value }))
            }
          />
        ))}
      </div>
    </div>
  );
}

interface FieldProps {
  readonly info: OptionInfo;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function OptionField({ info, value, onChange }: FieldProps): React.JSX.Element {
  const now = value ?? info.fallback;
  if (typeof info.fallback === 'boolean')
    return (
      <label className="row" title={info.what}>
        <input type="checkbox" checked={now === true} onChange={(event) => onChange(event.target.checked)} />
        {info.name}
      </label>
    );
  return (
    <label className="label">
      {info.name}
      <small className="quiet">{info.what}</small>
      <input
        className="field"
        type="number"
        step="any"
        value={typeof now === 'number' ? now : ''}
        onChange={(event) => {
          if (Number.isFinite(event.target.valueAsNumber)) onChange(event.target.valueAsNumber);
        }}
      />
    </label>
  );
}
