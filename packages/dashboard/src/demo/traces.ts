import { omit } from '../omit.js';

/** Traces of the project's own corpus, written by hand: what the demo fleet plays. Each is loaded when it is played. */
const LOOPING = import.meta.glob<string>(
  '../../../../corpus/looping/{tool-repetition,tool-ping-pong,tool-parameter-drift,output-verbatim,output-paraphrase,output-structural,state-oscillation,state-regression,goal-drift,error-repetition,error-whack-a-mole,fix-repetition,token-repetition,phrase-loop,structural-loop}.jsonl',
  { query: '?raw', import: 'default' },
);
const HEALTHY = import.meta.glob<string>(
  '../../../../corpus/healthy/{coding,browsing,customer-service,exploration,tests-and-builds,reading-and-editing,hunting,waiting}.jsonl',
  { query: '?raw', import: 'default' },
);

export interface DemoTrace {
  readonly id: string;
  readonly title: string;
  /** Empty where the agent is healthy. */
  readonly category: string;
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

export async function loadTraces(): Promise<readonly DemoTrace[]> {
  const texts = await Promise.all(
    [...Object.values(LOOPING), ...Object.values(HEALTHY)].map((load) => load()),
  );
  return texts.map((text) => readTrace(lineOf(text)));
}

/** Files with more than one trace: the first, but for the stream that is found by its shape alone. */
function lineOf(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.find((line) => line.includes('"looping/run-book-of-one-step"')) ?? lines[0] ?? '{}';
}

function readTrace(line: string): DemoTrace {
  const { id, title, category, events } = JSON.parse(line) as Partial<DemoTrace>;
  return {
    ...{ id: id ?? '', title: title ?? '', category: category ?? '' },
    // Time comes from the gateway: these happen now.
    events: (events ?? []).map((event) => omit(event, ['at'])),
  };
}
