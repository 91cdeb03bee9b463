import { eventAt } from './agent-run.js';
import { source } from './inputs.js';

/** Files that look like what agents leave behind: lines up to 6 kB, several kinds of them, and healthy runs. */

const MAX_LINE = 6000;
const SESSION_LINES = 1000;

interface Envelope {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What Claude Code writes around each line. */
function envelope(session: number, i: number, fields: Envelope, last: object = {}): string {
  const { words } = source(session * 7919 + i);
  return `${JSON.stringify({
    parentUuid: `${session}-${i - 1}`,
    isSidechain: false,
    userType: 'external',
    cwd: `/home/dev/projects/${words(1)}`,
    sessionId: `session-${session}`,
    version: '2.1.0',
    gitBranch: 'main',
    ...fields,
    uuid: `${session}-${i}`,
    timestamp: new Date(1_760_000_000_000 + session * 10_000_000 + i * 4000).toISOString(),
    ...last,
  })}\n`;
}

function answer(session: number, i: number, block: unknown): string {
  const usage = { input_tokens: 12, cache_read_input_tokens: 40_000 + i, output_tokens: 180 };
  const message = { id: `msg_${session}_${i}`, type: 'message', role: 'assistant', model: 'model-4' };
  return envelope(session, i, {
    type: 'assistant',
    message: { ...message, content: [block], stop_reason: 'tool_use', usage },
    requestId: `req_${session}_${i}`,
  });
}

function toolResult(session: number, i: number, id: string): string {
  const { path, words, below } = source(session * 31 + i);
  const lines = Array.from({ length: 30 + below(20) }, () => `${path()}:${below(900)}: ${words(6)}`);
  const stdout = lines.join('\n').slice(0, MAX_LINE / 2 - 400);
  const content = [{ tool_use_id: id, type: 'tool_result', content: stdout, is_error: false }];
  const toolUseResult = { stdout, stderr: '', interrupted: false, isImage: false };
  return envelope(session, i, { type: 'user', message: { role: 'user', content } }, { toolUseResult });
}

function progress(session: number, i: number): string {
  const { words, path } = source(session * 97 + i);
  return envelope(session, i, {
    type: 'progress',
    toolUseID: `toolu_${session}_${i}`,
    data: { type: 'bash_progress', output: words(500), fullOutput: `${words(60)} ${path()}` },
  });
}

/** As in real files: of fifteen lines four are calls, four their results, two what was said and thought. */
const PERIOD = 15;

function sessionLine(session: number, i: number): string {
  const { words, path, word } = source(session * 131 + i);
  const kind = i % PERIOD;
  if (i % (8 * PERIOD) === 0)
    return envelope(session, i, { type: 'user', message: { role: 'user', content: words(20) } });
  if (kind === 0) return answer(session, i, { type: 'text', text: words(40) });
  if (kind === 1) return answer(session, i, { type: 'thinking', thinking: words(80), signature: words(40) });
  if (kind > 9) return progress(session, i);
  if (kind % 2 === 1) return toolResult(session, i, `toolu_${session}_${i - 1}`);
  const input = { command: `grep -rn ${word()} ${path()}`, description: words(4) };
  return answer(session, i, { type: 'tool_use', id: `toolu_${session}_${i}`, name: 'Bash', input });
}

/** One session of Claude Code, as its file. */
export function claudeCodeSession(session: number, lines = SESSION_LINES): string {
  return Array.from({ length: lines }, (_, i) => sessionLine(session, i)).join('');
}

/** A trace of our own, as one line. */
export function traceLine(run: number): string {
  const events: unknown[] = [];
  for (let i = run * 5, size = 0; ; i++) {
    const event = eventAt(run, i);
    size += JSON.stringify(event).length + 1;
    if (size > MAX_LINE - 100) break;
    events.push(event);
  }
  return `${JSON.stringify({ id: `run-${run}`, events })}\n`;
}
