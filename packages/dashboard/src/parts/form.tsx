import { plain } from '../format.js';

interface ChoiceProps<T extends string> {
  /** For screen readers, if there is no visible label. */
  readonly name?: string;
  readonly value: T | '';
  readonly options: Readonly<Record<T, string>>;
  /** The label of the empty choice; without it, a choice is required. */
  readonly none?: string;
  readonly onChange: (value: T) => void;
}

/** A select field. */
export function Choice<T extends string>(props: ChoiceProps<T>): React.JSX.Element {
  const { name, value, options, none, onChange } = props;
  return (
    <select
      className="field"
      aria-label={name}
      value={value}
      onChange={(event) => onChange(event.target.value as T)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {Object.entries<string>(options).map(([key, text]) => (
        <option key={key} value={key}>
          {plain(text, 60)}
        </option>
      ))}
    </select>
  );
}

interface SaysProps {
  readonly problem: string;
  readonly done: string;
}

/** The result of a command. */
export function Says({ problem, done }: SaysProps): React.JSX.Element {
  return (
    <span role="status" className={`says ${problem === '' ? 'quiet' : 'problem'}`}>
      {problem || done}
    </span>
  );
}
