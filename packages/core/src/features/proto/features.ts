import * as T from './scan.js';
import { begin, CLOCK, hashes, hashOf, ID, kinds, lines, NUMBER, scan, values, WORD } from './scan.js';
import { FAIL_LINE, FAIL_STEMS, NOTHING, PASS_WORDS, READ_VERBS, SEND_VERBS, SHELL_CHANGES, WAIT_WORDS, WRITE_VERBS, NOTE_WORDS, FAIL_FIELDS, ASK_WORDS, PENDING, STILL, HANDOFF_WORDS } from './lexicon.js';

const mix = (a: number, b: number): number => Math.imul(a ^ b ^ (a >>> 15), 0x9e3779b1) ^ (b << 7);

export interface Outcome {
  content: number; // words and slots
  words: number; // words only
  slotNames: number[];
  slotValues: number[];
  slotIsField: boolean[];
  ids: number[];
  seq: number[];
  lines: number[]; // hashes of lines, by words
  vocab: number[]; // distinct words
  wordCount: number;
  idCount: number;
  numberCount: number;
  clockCount: number;
  size: number;
  kind: 'unrecorded' | 'nothing' | 'ack' | 'information';
  failure: 0 | 1 | 2; // 2: said by the caller
  passes: boolean;
  pending: boolean;
  saysNothing: boolean; isBlank: boolean;
  failKey: number;
  answerKey: number;
}
export interface CallFeatures {
  tool: number;
  call: number;
  target: number;
  template: number;
  argWords: number[];
  argSeq: number[];
  isCommand: boolean; isAsk: boolean; isHandoff: boolean; entity: number;
  argValues: number[];
  argIds: number[];
  path: string | null;
  pathHash: number;
  contentHash: number; // what a write puts there; 0 if none
  oldHash: number; newHash: number;
  isWait: boolean; hasWait: boolean;
  effect: 'read' | 'write' | 'send' | 'note' | 'other';
  isRich: boolean;
  outcome: Outcome;
}

const MAX_SLOTS = 20, MAX_LINES = 48;

interface Acc { hasList: boolean; fields: boolean[]; hasEmptyList: boolean; words: number; slotNames: number[]; slotValues: number[]; ids: number[]; lines: number[]; vocab: Set<number>; wordCount: number; idCount: number; numberCount: number; clockCount: number; leaves: number; texts: string[]; size: number; seq: number[]; failField: boolean; idHash: number; rest: number }

function addSlot(acc: Acc, name: number, value: number, isField = true): void {
  if (acc.slotNames.length < MAX_SLOTS) { acc.slotNames.push(name); acc.slotValues.push(value); acc.fields.push(isField); }
  else acc.rest = (acc.rest + mix(name, value | 0)) | 0;
}

const LONG = 9000, HEAD = 5500, TAIL = 3000;
function addText(acc: Acc, text: string, path: number): void {
  acc.size += text.length;
  if (acc.texts.length < 12) acc.texts.push(text.length > 800 ? text.slice(0, 400) + '\n' + text.slice(-400) : text);
  begin();
  if (text.length > LONG) {
    scan(text, 0, HEAD);
    let h = 0; const end = text.length - TAIL;
    for (let i = HEAD; i < end; i++) { const c = text.charCodeAt(i); if (c < 48 || c > 57) h = Math.imul(h ^ c, 0x01000193); }
    acc.words = (acc.words + h) | 0;
    scan(text, end);
  } else scan(text);
  const n = T.count;
  let leaf = path;
  let at = 0;
  let prevLine = 0;
  while (at < n) {
    const line = lines[at]!;
    let end = at, lineHash = 17, w = 0;
    for (; end < n && lines[end] === line; end++) if (kinds[end] === WORD) { lineHash = Math.imul(lineHash ^ hashes[end]!, 0x01000193); w++; }
    let ordinal = 0;
    let full = lineHash;
    for (let i = at; i < end; i++) {
      const k = kinds[i]!;
      if (k === WORD) { acc.wordCount++; if (acc.seq.length <= 40) acc.seq.push(hashes[i]!); if (acc.vocab.size < 200) acc.vocab.add(hashes[i]!); leaf = Math.imul(leaf ^ hashes[i]!, 0x01000193); }
      else if (k === NUMBER) { acc.numberCount++; addSlot(acc, mix(path ^ lineHash, ++ordinal), values[i]!, false); full = mix(full, values[i]! | 0); }
      else if (k === ID) { acc.idCount++; if (acc.ids.length < 24) acc.ids.push(hashes[i]!); acc.idHash = Math.imul(acc.idHash ^ hashes[i]!, 0x01000193); full = mix(full, hashes[i]!);}
      else acc.clockCount++;
    }
    if (acc.lines.length < MAX_LINES && end > at) acc.lines.push(full);
    prevLine = line;
    at = end;
  }
  acc.words = (acc.words + mix(leaf, 3)) | 0;
}

/** The signs at the start of a line are marks of position. */
/** A text inside one tag: the tag is a frame of the harness. */
function unframed(text: string): string {
  const t = text.trim();
  if (t.charCodeAt(0) !== 60 || t.charCodeAt(t.length - 1) !== 62) return text;
  const open = /^<([\w-]+)[^>]*>/.exec(t.slice(0, 300));
  if (!open || !t.endsWith(`</${open[1]}>`)) return text;
  const inner = t.slice(open[0].length, t.length - open[1]!.length - 3);
  return inner.includes(`<${open[1]}`) ? text : inner.trim();
}

function readLeaf(acc: Acc, value: unknown, path: number, depth: number, bare: boolean): void {
  if (++acc.leaves > 600 || depth > 10) return;
  if (typeof value === 'string') {
    value = unframed(value);
    const inner = asJson(value as string);
    if (inner !== undefined) { readLeaf(acc, inner, path, depth + 1, bare); return; }
    const text = value as string;
    if (bare && text.length <= 48 && !text.includes(' ') && !text.includes('\n')) { addBare(acc, text, path); return; }
    addText(acc, text, path);
  } else if (typeof value === 'number') { acc.numberCount++;
    if (value > 1.3e9 && (value < 2.1e9 || (value > 1.3e12 && value < 2.1e12))) acc.clockCount++; else addSlot(acc, path, value);
  } else if (typeof value === 'boolean') { addSlot(acc, path, value ? 1 : 0); }
  else if (Array.isArray(value)) { value.forEach((one, i) => readLeaf(acc, one, mix(path, isBlock(one) ? 5 : i + 11), depth + 1, true)); acc.words = (acc.words + mix(path, value.length)) | 0; acc.hasList = true; if (value.length === 0) acc.hasEmptyList = true; }
  else if (typeof value === 'object' && value !== null) {
    const o = value as Record<string, unknown>;
    if (isBlock(o)) { readLeaf(acc, o['text'], path, depth + 1, false); return; }
    for (const key in o) {
      if (key.charCodeAt(0) === 95) continue; // an envelope's own
      const isContent = key === 'content' && Array.isArray(o[key]) && (o[key] as unknown[]).every(isBlock);
      if (isContent) { readLeaf(acc, o[key], path, depth + 1, false); continue; }
      const h = hashOf(key);
      const fail = FAIL_FIELDS.get(key.toLowerCase());
      if (fail !== undefined && fail(o[key])) acc.failField = true;
      if (typeof o[key] === 'number' && isTimed(key)) { acc.clockCount++; continue; }
      readLeaf(acc, o[key], mix(path, h), depth + 1, true);
    }
  }
}
function isTimed(key: string): boolean { const w = splitName(key); return /^(?:ms|s|sec|secs|seconds|millis|ns|us|duration|elapsed|uptime|latency|took|time|timestamp)$/.test(w.at(-1) ?? ''); }
function isBlock(v: unknown): boolean { return typeof v === 'object' && v !== null && typeof (v as any).text === 'string' && typeof (v as any).type === 'string'; }
function addBare(acc: Acc, text: string, path: number): void {
  acc.size += text.length;
  if (acc.texts.length < 12) acc.texts.push(text);
  begin(); scan(text);
  let ids = 0, clocks = 0, words = 0, numbers = 0, wh = 0; let h = T.signs;
  for (let i = 0; i < T.count; i++) {
    const k = kinds[i]!;
    if (k === ID) { ids++; acc.idCount++; if (acc.ids.length < 24) acc.ids.push(hashes[i]!); acc.idHash = Math.imul(acc.idHash ^ hashes[i]!, 0x01000193); }
    else if (k === CLOCK) { clocks++; acc.clockCount++; } else if (k === WORD) { words++; acc.wordCount++; if (acc.vocab.size < 200) acc.vocab.add(hashes[i]!); h = mix(h, hashes[i]!); wh = mix(wh, hashes[i]!); } else { numbers++; acc.numberCount++; h = mix(h, values[i]! | 0); }
  }
  if (ids > 0 && words <= 1 || (clocks > 0 && numbers === 0)) return; // volatile by form
  if (words > 0) addSlot(acc, path, wh === 0 ? 1 : wh * 1e3 + 5e8);
  let k = 0;
  for (let i = 0; i < T.count; i++) if (kinds[i] === NUMBER) addSlot(acc, mix(path, ++k * 7), values[i]!);
}
export function asJson(text: string): unknown {
  const t = text.charCodeAt(0) <= 32 ? text.trim() : text;
  const c = t.charCodeAt(0);
  if ((c !== 123 && c !== 91) || t.length > 60000 || t.length < 2) return undefined;
  try { const v: unknown = JSON.parse(t); return typeof v === 'object' && v !== null ? v : undefined; } catch { return undefined; }
}

export function readOutcome(result: unknown, isError: boolean, args: ReadonlySet<number>, argValues: readonly number[], isRead: boolean, isActing = false): Outcome {
  const acc: Acc = { hasList: false, fields: [], hasEmptyList: false, words: 0, slotNames: [], slotValues: [], ids: [], lines: [], vocab: new Set(), wordCount: 0, idCount: 0, numberCount: 0, clockCount: 0, leaves: 0, texts: [], size: 0, seq: [], failField: false, idHash: 0, rest: 0 };
  readLeaf(acc, result, 99, 0, false);
  acc.words = (acc.words + acc.rest * 0) | 0;
  // Where ids are most of what came back, they are the content.
  if (acc.idCount > Math.max(4, acc.wordCount / 2)) acc.words = mix(acc.words, acc.idHash);
  let content = mix(acc.words, acc.rest);
  for (let i = 0; i < acc.slotNames.length; i++) content = (content + mix(acc.slotNames[i]!, Math.round(acc.slotValues[i]! * 1000) | 0)) | 0;
  if (acc.rest !== 0) { acc.slotNames.push(1); acc.slotValues.push(acc.rest); acc.fields.push(false); }
  const failure = isError ? 2 : (acc.failField || speaksOfFailure(acc.texts, isRead, acc.wordCount)) ? 1 : 0;
  let failKey = 7, unknown = 0;
  const seen = acc.vocab;
  let answer = 0;
  for (const w of seen) if (!args.has(w)) { failKey = (failKey + mix(w, 1)) | 0; unknown++; }
  answer = mix(failKey, acc.slotNames.length);
  for (let i = 0; i < acc.slotNames.length; i++) if (!argValues.includes(acc.slotValues[i]!)) answer = (answer + mix(3, Math.round(acc.slotValues[i]! * 1000) | 0)) | 0;
  const kind = result === undefined || result === null ? 'unrecorded' : unknown <= 8 && !(acc.wordCount === 0 && acc.slotNames.length + acc.idCount > 0) && saysNothing(acc.texts, acc.wordCount, acc.numberCount) || (!isActing && acc.hasEmptyList && acc.wordCount <= 12) ? 'nothing' : !isRead && unknown <= (isActing ? 8 : 5) && acc.lines.length <= 3 ? 'ack' : 'information';
  return { content, words: acc.words, slotNames: acc.slotNames, slotValues: acc.slotValues, slotIsField: acc.fields, ids: acc.ids, seq: acc.seq.length > 40 ? [] : acc.seq, lines: acc.lines, vocab: [...seen], wordCount: acc.wordCount, idCount: acc.idCount, numberCount: acc.numberCount, clockCount: acc.clockCount, size: acc.size, kind, failure: kind === 'unrecorded' && !isError ? 0 : failure, passes: acc.texts.some((t) => PASS_WORDS.test(t)), hasList: acc.hasList, isBlank: kind === 'nothing' && acc.slotValues.every((v) => argValues.includes(v)), pending: acc.texts.some((t) => ((acc.wordCount <= 8 || t.length < 24 || /<status>/.test(t)) && PENDING.test(t)) || (acc.wordCount <= 20 && STILL.test(t))), saysNothing: acc.texts.some((t) => t.length < 200 && NOTHING.test(t)), failKey, answerKey: answer };
}
function saysNothing(texts: string[], words: number, numbers: number): boolean {
  if (words === 0) return numbers === 0 || texts.every(t => Number(t) === 0 || t.trim()==='');
  return texts.some((t) => t.length < 200 && NOTHING.test(t));
}
function speaksOfFailure(texts: string[], isRead: boolean, words: number): boolean {
  if (isRead) return texts.length > 0 && texts[0]!.search(FAIL_STEMS) >= 0 && texts[0]!.search(FAIL_STEMS) < 14 && words <= 60;
  for (const t of texts) {
    if (words > 60 ? FAIL_LINE.test(t) : FAIL_STEMS.test(t) || (texts.length === 1 && /^\s*[45]\d\d\s*$/.test(t))) return true;
  }
  return false;
}

// ── arguments ──
export function readCall(tool: string, args: unknown, result: unknown, isError: boolean): CallFeatures {
  const name = splitName(tool);
  const toolHash = hashOf(tool);
  let call = toolHash, target = mix(toolHash, 5), template = mix(toolHash, 9);
  const words = new Set<number>(), argValues: number[] = [], ids: number[] = [];
  let path: string | null = null, contentHash = 0, oldHash = 0, newHash = 0, hasWait = false, isWait = name.some((w) => WAIT_WORDS.has(w));
  let changes = false, long = 0, command = '', texts = 0;
  let leaves = 0, entity = 0, tokens = 0, payload = false; const argSeq: number[] = [];
  const visit = (v: unknown, key: string, p: number, depth: number): void => {
    if (++leaves > 400 || depth > 8 || v === null || v === undefined || v === '') return;
    if (typeof v === 'string') {
      const inner = asJson(v);
      if (inner !== undefined) { visit(inner, key, p, depth + 1); return; }
      const text = v.length > 6000 ? v.slice(0, 4000) + v.slice(-2000) : v;
      begin(); scan(text);
      let whole = T.signs, folded = 0, w = 0, clock = 0, num = 0, id = 0;
      for (let i = 0; i < T.count; i++) {
        const k = kinds[i]!; if (argSeq.length < 60) argSeq.push(k === NUMBER ? (values[i]! * 1000) | 0 : hashes[i]!);
        if (k === WORD) { w++; whole = mix(whole, hashes[i]!); folded = mix(folded, hashes[i]!); if (words.size < 120) words.add(hashes[i]!); }
        else if (k === NUMBER) { num++; whole = mix(whole, (values[i]! * 1000) | 0); if (argValues.length < 24) argValues.push(values[i]!); }
        else if (k === ID) { id++; whole = mix(whole, hashes[i]!); if (ids.length < 24) ids.push(hashes[i]!); if (words.size < 120) words.add(hashes[i]!); }
        else { clock++; }
      }
      const lk = key.toLowerCase();
      const onlyClock = clock > 0 && w === 0 && num === 0 && id === 0;
      if (onlyClock && text.length > 12) return; // a moment; a mere day is content
      if (clock > 0) whole = mix(whole, hashOf(text)); // a moment inside words is content
      if (v.length > 6000) whole = mix(whole, v.length);
      call = (call + mix(p, whole)) | 0;
      template = (template + mix(p, folded)) | 0;
      if (entity === 0 && text.length < 60 && !/^(cmd|command|commands|script|shell|bash)$/.test(lk)) entity = mix(p, whole);
      if (!text.includes(' ')) tokens = (tokens + mix(p, whole)) | 0;
      if (text.includes('\n') && w >= 8) payload = true;
      const isShort = !text.includes(' ') || (w <= 4 && text.length < 60);
      const isCommand = /^(cmd|command|commands|script|shell|bash|code|input)$/.test(lk);
      if (isShort || /path|file|url|uri|dir/.test(lk)) target = (target + mix(p, whole)) | 0; else { long++; texts += w; }
      if (path === null && (/path|file|url|uri/.test(lk)) && text.length < 400) path = v;
      if (/^(content|contents|file_text|text|body|new_content|code)$/.test(lk) && text.length > 0) contentHash = mix(whole, 77);
      if (/^(old|search|find)/.test(lk)) oldHash = whole; if (/^(new|replace)/.test(lk)) newHash = whole;
      if (isCommand) { command = v; if (/\bsleep\s+\d/.test(text) || /^(timeout)\b/.test(text)) { if (/^\s*sleep\s+[\d.]+\s*$/.test(text)) isWait = true; hasWait = true; } changes ||= SHELL_CHANGES.test(text.slice(0, 2000)); }
    } else if (typeof v === 'number') {
      if (/wait|sleep|delay|timeout|seconds|pause|_ms$/i.test(key)) { if (v > 0 && !/timeout/i.test(key)) hasWait = true; return; }
      argValues.push(v); argSeq.push((v * 1000) | 0); call = (call + mix(p, (v * 1000) | 0)) | 0; target = (target + mix(p, (v * 1000) | 0)) | 0; template = (template + mix(p, 2)) | 0;
    } else if (typeof v === 'boolean') { const h = mix(p, v ? 3 : 4); call = (call + h) | 0; template = (template + h) | 0; }
    else if (Array.isArray(v)) v.forEach((one, i) => visit(one, key, mix(p, i + 3), depth + 1));
    else if (typeof v === 'object') for (const k in v as object) { if (/^(description|explanation|reason|thought|justification|task_progress)$/.test(k) && Object.keys(v as object).length > 1) continue; visit((v as any)[k], k, mix(p, hashOf(k)), depth + 1); }
  };
  try { visit(args, '', 31, 0); } catch { /* a getter threw */ }
  const isRead = name.some((w) => READ_VERBS.has(w));
  const sub = typeof args === 'object' && args !== null && typeof (args as any).command === 'string' && !(args as any).command.includes(' ') ? splitName((args as any).command) : [];
  const isReadSub = sub.some((w) => READ_VERBS.has(w));
  const isWriteSub = sub.some((w) => WRITE_VERBS.has(w));
  const isReadCommand = /^\s*(?:cat|sed -n|head|tail|less|grep|rg|find|ls|git (?:log|show|diff|status|grep))\b/.test(command);
  const verb = name.some((w) => NOTE_WORDS.has(w)) ? 'note' : isReadSub ? 'read' : isWriteSub ? 'write' : isRead ? 'read' : name.some((w) => WRITE_VERBS.has(w)) ? 'write' : name.some((w) => SEND_VERBS.has(w)) ? 'send' : changes ? 'write' : isReadCommand ? 'read' : 'other';
  const argList = [...words];
  begin(); scan(tool); for (let i = 0; i < T.count; i++) if (kinds[i] === WORD) words.add(hashes[i]!);
  let effect = verb as CallFeatures['effect'];
  const isHandoff = name.some((w) => HANDOFF_WORDS.has(w)) || (name.includes('hand') && name.includes('off'));
  const outcome = readOutcome(result, isError, words, argValues, verb === 'read', verb === 'write' || verb === 'send' || verb === 'note');
  if (verb === 'other' && outcome.kind === 'ack' && outcome.failure === 0 && payload) effect = 'write';
  else if (verb === 'other' && outcome.hasList && !isMcp(result)) effect = 'read';
  return { isCommand: changes && !name.some((w) => WRITE_VERBS.has(w) || SEND_VERBS.has(w)) && !isWriteSub, isHandoff, tool: toolHash, call: isHandoff ? mix(toolHash, tokens) : call, target, template, argWords: argList, argSeq, argValues, argIds: ids, path, pathHash: path === null ? 0 : normalPath(path), contentHash, oldHash, newHash, isWait, hasWait: hasWait || isWait, effect, isRich: texts >= 3, entity: entity === 0 ? template : mix(toolHash, entity), outcome, isAsk: name.some((w) => ASK_WORDS.has(w)) };
}
function isMcp(result: unknown): boolean { const v = typeof result === 'string' ? asJson(result) : result; return typeof v === 'object' && v !== null && Array.isArray((v as any).content) && (v as any).content.every(isBlock) && !((v as any).content as any[]).some((b) => typeof b.text === 'string' && /^\s*[\[{]/.test(b.text)); }
export function normalPath(p: string): number { begin(); scan(p); let h = 0; for (let i = 0; i < T.count; i++) h = mix(h, hashes[i]! ^ (values[i]! | 0)); return h; }
export function splitName(name: string): string[] {
  return name.slice(0, 80).replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z]+/).filter(Boolean);
}
export { mix };
