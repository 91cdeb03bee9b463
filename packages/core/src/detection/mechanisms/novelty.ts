/** A running balance: it grows with every repeat and shrinks with everything new. Plain JSON. */
export interface Debt {
  readonly amount: number;
  /** Repeats since the balance was last zero. */
  readonly repeats: number;
  readonly events: readonly number[];
}

export const NO_DEBT: Debt = { amount: 0, repeats: 0, events: [] };

const MAX_EVENTS = 12;

export function addDebt(debt: Debt, by: number, seq: number, isRepeat: boolean): Debt {
  const amount = debt.amount + by;
  if (amount <= 0) return NO_DEBT;
  return {
    amount,
    repeats: debt.repeats + (isRepeat ? 1 : 0),
    events: by > 0 ? [...debt.events, seq].slice(-MAX_EVENTS) : debt.events,
  };
}
