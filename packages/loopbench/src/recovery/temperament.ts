/** How a simulated agent reacts to messages and refusals. */
export interface Temperament {
  readonly name: string;
  readonly summary: string;
  /** The intervention at which it first obeys. */
  readonly listensAt: number;
  readonly then: 'leaves' | 'changes tool' | 'gives up';
}

/** Tools that an agent tries before it changes its behaviour. */
export const TOOL_CHANGES = 2;

export const TEMPERAMENTS: readonly Temperament[] = [
  {
    ...{ name: 'obeys', listensAt: 1, then: 'leaves' },
    summary: 'leaves what it does at the first intervention',
  },
  {
    ...{ name: 'obeys late', listensAt: 3, then: 'leaves' },
    summary: 'leaves what it does at the third intervention',
  },
  {
    ...{ name: 'ignores', listensAt: Infinity, then: 'leaves' },
    summary: 'goes on; only a refused call or the end of the run holds it',
  },
  {
    ...{ name: 'changes tool', listensAt: 1, then: 'changes tool' },
    summary: `does the same with another tool, ${TOOL_CHANGES} times, and then leaves it`,
  },
  {
    ...{ name: 'gives up', listensAt: 1, then: 'gives up' },
    summary: 'ends its whole run at the first intervention',
  },
];
