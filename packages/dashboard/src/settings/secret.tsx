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
