/**
 * A word that detection knows, and why: traces whose verdict depends on it, from two sources if available.
 * `corpus:` names a trace of this repository; `public:` describes a run or a report that anyone can find.
 */
export interface WordEntry {
  readonly word: string;
  readonly traces: readonly string[];
}
