import { HOOK_PROTOCOLS, type HookAgent, type HookAnswer, SILENT } from '@rutbreak/adapters/hooks';
import { openStore } from '../store/store.js';
import { noteFired } from './fired.js';
import { type HookOptions, judgeHook } from './judge.js';

export interface Asked {
  readonly agent: HookAgent;
  /** What the agent sent, as JSON. */
  readonly input: string;
  readonly dataDir: string;
  readonly options: HookOptions;
  /** How long to wait for another hook of the same session, in milliseconds. */
  readonly wait: number;
  /** Told in a sentence when a session's file could not be understood. */
  readonly onTrouble: (text: string) => void;
}

/** Judges one event of an agent, and says it in the agent's own form. Throws where that cannot be done. */
export async function answerHook({
  agent,
  input,
  dataDir,
  options,
  wait,
  onTrouble,
}: Asked): Promise<string> {
  const startedAt = Date.now();
  const protocol = HOOK_PROTOCOLS[agent];
  const call = protocol.read(parsed(input));
  if (!call) throw new Error(`what came on standard input is not what a hook of ${protocol.title} is told`);
  let answer: HookAnswer = SILENT;
  if (call.event !== null || call.isRoundEnd === true) {
    const store = openStore(dataDir, { wait, onTrouble });
    await store.update(call.session, (before) => {
      const judged = judgeHook(before, call, startedAt, options);
      ({ answer } = judged);
      return judged.record;
    });
  }
  noteFired(dataDir, agent, { at: startedAt, event: call.name, took: Date.now() - startedAt });
  return protocol.write(call, answer);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(text.trim() === '' ? 'nothing came on standard input' : 'standard input is not JSON');
  }
}
