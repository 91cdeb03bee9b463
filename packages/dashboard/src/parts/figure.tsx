import type { Amount, FigureId, Figures } from '../contract.js';
import { amount, isNothing, plain } from '../format.js';
import { useLive } from '../live/store.js';

type Definition = Figures['definitions'][number];

/** The gateway's own definition of a figure. */
export function useDefinition(figure: FigureId): Definition | undefined {
  const { figures } = useLive().state;
  return figures?.definitions.find(({ id }) => id === figure);
}

interface NameProps {
  readonly figure: FigureId;
  /** Shown until the label arrives from the gateway. */
  readonly name: string;
}

/** The label of a figure; its definition is the tooltip. */
export function FigureName({ figure, name }: NameProps): React.JSX.Element {
  const known = useDefinition(figure);
  return (
    <span title={known?.definition}>
      {plain(known?.label ?? name, 40)}
      {known?.is_estimate === true && <em className="estimate"> estimate</em>}
    </span>
  );
}

/** One figure in a list of facts. The id is in the document, so that tests can compare it with the API. */
export function FigureFact({
  figure,
  name,
  children,
}: NameProps & { readonly children: React.ReactNode }): React.JSX.Element {
  return (
    <div>
      <dt>
        <FigureName {...{ figure, name }} />
      </dt>
      <dd data-figure={figure}>{children}</dd>
    </div>
  );
}

/** Waste and savings, hidden if zero. */
export function AmountFacts({
  of,
  wasted,
  saved,
}: {
  readonly of: 'session' | 'loop';
  readonly wasted: Amount;
  readonly saved: Amount;
}): React.JSX.Element {
  return (
    <>
      {!isNothing(wasted) && (
        <FigureFact figure={`${of}.wasted`} name="Wasted">
          {amount(wasted)}
        </FigureFact>
      )}
      {!isNothing(saved) && (
        <FigureFact figure={`${of}.saved`} name="Saved">
          {amount(saved)}
        </FigureFact>
      )}
    </>
  );
}
