import { useEffect, useState } from 'react';
import type { GatewayConfig } from '../contract-admin.js';
import { plain } from '../format.js';
import { optionOf, withOption } from './draft.js';

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
}

/** What the preset's detectors can be told; their own descriptions, out of the core. */
async function ownersOf(preset: string): Promise<readonly Owner[]> {
  const { presetOf } = await import('@rutbreak/core');
  return presetOf(preset).detectors.map(({ meta }) => ({
    id: meta.id,
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

export function DetectorOptions({ config, onChange, models }: Props): React.JSX.Element {
  const owners = useOwners(config.events.preset);
  const [model, setModel] = useState('');
  const [chosen, setChosen] = useState('');
  const owner = owners.find(({ id }) => id === chosen) ?? owners[0];
  return (
    <div className="stack-tight">
      <div className="row">
        <select
          className="field"
          aria-label="Model"
          value={model}
          onChange={(event) => setModel(event.target.value)}
        >
          <option value="">For all models</option>
          {[...new Set([...models, ...Object.keys(config.events.models)])].map((one) => (
            <option key={one} value={one}>
              {plain(one, 60)}
            </option>
          ))}
        </select>
        <select
          className="field"
          aria-label="Detector"
          value={owner?.id ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        >
          {owners.map(({ id }) => (
            <option key={id}>{id}</option>
          ))}
        </select>
        <span className="quiet">preset {config.events.preset}</span>
      </div>
      <div className="settings-grid">
        {owner?.options.map((info) => (
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
    <label className="label" title={info.what}>
      {info.name}
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
