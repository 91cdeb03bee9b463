import type { Piece } from './compare.js';

const SAYS: Readonly<Record<Piece['kind'], string>> = {
  same: '',
  differs: 'Differs between the repeats',
  masked: 'Differs, and does not count',
  redacted: 'Taken out: a secret',
};

/** A text with the parts marked that differ from the other texts. */
export function Pieces({ of }: { readonly of: readonly Piece[] }): React.JSX.Element {
  return (
    <pre className="text-block" tabIndex={0}>
      {of.map(({ kind, text }, i) =>
        kind === 'same' ? (
          text
        ) : (
          <mark key={i} className={kind} title={SAYS[kind]}>
            {text}
          </mark>
        ),
      )}
    </pre>
  );
}
