import { CopyButton } from '../parts/bits.js';

export function Secret({
  what,
  text,
}: {
  readonly what: string;
  readonly text: string;
}): React.JSX.Element | null {
  if (text === '') return null;
  return (
    <p className="row">
      {what}, shown this once: <code>{text}</code>
      <CopyButton text={() => text}>Copy</CopyButton>
    </p>
  );
}

interface SaysProps {
  readonly problem: string;
  readonly done: string;
}

export function Says({ problem, done }: SaysProps): React.JSX.Element | null {
  if (problem === '' && done === '') return null;
  return (
    <span role="status" className={problem === '' ? 'quiet' : 'problem'}>
      {problem || done}
    </span>
  );
}
