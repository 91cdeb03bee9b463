/** The values that something has had, and how often it returned to one. Plain JSON, bounded. */
export interface Trail {
  readonly key: string;
  readonly values: readonly number[];
  /** Numbers of the events that set these values. */
  readonly seqs: readonly number[];
  readonly returns: number;
}

const MAX_VALUES = 8;
/** More than the parts of one snapshot: otherwise each part would push out the next before it comes again. */
const MAX_TRAILS = 64;

/** Records a value; a new value ends the count of returns. */
export function visit(
  trails: readonly Trail[],
  key: string,
  value: number,
  seq: number,
): { trails: readonly Trail[]; trail: Trail; isReturn: boolean } {
  const before = trails.find((one) => one.key === key) ?? { key, values: [], seqs: [], returns: 0 };
  const isSame = before.values.at(-1) === value;
  const isReturn = !isSame && before.values.includes(value);
  const trail = isSame
    ? before
    : {
        key,
        values: [...before.values, value].slice(-MAX_VALUES),
        seqs: [...before.seqs, seq].slice(-MAX_VALUES),
        returns: isReturn ? before.returns + 1 : 0,
      };
  const others = trails.filter((one) => one.key !== key);
  return { trails: [...others, trail].slice(-MAX_TRAILS), trail, isReturn };
}

/** As text, which takes a fifth of the memory: a session has many trails, most of them short. */
export function packTrails(trails: readonly Trail[]): string {
  return JSON.stringify(trails.map(({ key, values, seqs, returns }) => [key, returns, values, seqs]));
}

export function unpackTrails(text: string): readonly Trail[] {
  type Packed = readonly [Trail['key'], Trail['returns'], Trail['values'], Trail['seqs']];
  return (JSON.parse(text) as readonly Packed[]).map(([key, returns, values, seqs]) => ({
    key,
    values,
    seqs,
    returns,
  }));
}
