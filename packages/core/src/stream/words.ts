import {
  addWord,
  endSentence,
  newSentences,
  newSentenceTables,
  type Sentences,
  type SentenceTables,
} from './sentences.js';
import {
  codes,
  gaps,
  kinds,
  LAST_SENTENCE,
  LINE,
  newSpelling,
  RECORD,
  spell,
  type Spelling,
} from './spelling.js';
import {
  HALF,
  newWordRun,
  newWordTables,
  NOTHING,
  takeWord,
  type WordRun,
  type WordTables,
} from './word-run.js';

/** Where a stream stands that is read as words and sentences. */
export interface WordPlace {
  readonly spelling: Spelling;
  readonly run: WordRun;
  readonly sentences: Sentences;
}

export interface ReadingTables {
  readonly run: WordTables;
  readonly sentences: SentenceTables;
}

/** What the words of a stream can be found to do. */
export type WordFinding = 'counter' | 'block' | 'stale' | 'recital';

export interface WordDemand {
  /** How long a run must be to be looked at, given its period in words. */
  readonly required: (period: number) => number;
  /** Asked about such a run. */
  readonly judgeRun: (run: WordRun, tables: WordTables) => WordFinding | undefined;
  /** Points. */
  readonly stale: number;
  readonly echo: number;
  readonly recital: number;
}

export function newWordPlace(): WordPlace {
  return { spelling: newSpelling(), run: newWordRun(), sentences: newSentences() };
}

export function copyWordPlace({ spelling, run, sentences }: WordPlace): WordPlace {
  return {
    spelling: Object.assign(newSpelling(), spelling),
    run: Object.assign(newWordRun(), run),
    sentences: Object.assign(newSentences(), sentences),
  };
}

export function newReadingTables(): ReadingTables {
  return { run: newWordTables(), sentences: newSentenceTables() };
}

/** Reads characters `from` to `to` of the stream, up to the first finding. */
export function readWords(
  tables: ReadingTables,
  place: WordPlace,
  ring: Uint16Array,
  from: number,
  to: number,
  demand: WordDemand,
): WordFinding | undefined {
  const { spelling, run, sentences } = place;
  const count = spell(spelling, ring, from, to);
  for (let k = 0; k < count; k++) {
    const kind = kinds[k]!;
    const code = codes[k]!;
    run.marks += gaps[k]!;
    if (kind <= NOTHING) {
      addWord(sentences, code, kind <= HALF);
      if (!takeWord(tables.run, run, code, kind, demand.required)) continue;
    } else {
      if (kind === LINE || kind === LAST_SENTENCE) run.lines++;
      const ending = kind === LINE ? 'line' : kind === RECORD ? 'record' : 'sentence';
      endSentence(tables.sentences, sentences, ending, code, run);
    }
    const finding = findingOf(tables, place, demand);
    if (finding) return finding;
  }
  return undefined;
}

function findingOf(
  tables: ReadingTables,
  { run, sentences }: WordPlace,
  demand: WordDemand,
): WordFinding | undefined {
  if (run.echo >= demand.echo || run.stale >= demand.stale) return 'stale';
  if (sentences.recital >= demand.recital) return 'recital';
  return run.period !== 0 && run.run >= run.required ? demand.judgeRun(run, tables.run) : undefined;
}
