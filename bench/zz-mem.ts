import { createGuard, presetOf } from '@rutbreak/core';
import { eventAt, OPENING } from './agent-run.js';
const heap = (): number => { globalThis.gc!(); globalThis.gc!(); return process.memoryUsage().heapUsed; };
const keep: unknown[] = [];
for (const preset of process.argv[2]!.split(',')) {
  const N = 1000;
  const guard = createGuard({ preset });
  const play = (id: string, run: number): void => { const s = guard.session(id); s.observe(OPENING); for (let i = 0; i < 80; i++) s.observe(eventAt(run, i)); };
  for (let i = 0; i < 50; i++) play('x', i);
  const b = heap();
  for (let i = 0; i < N; i++) play(`s${i}`, i);
  console.log(preset, 'live', ((heap() - b) / N).toFixed(0));
  const texts = Array.from({ length: N }, (_, i) => guard.session(`s${i}`).snapshot().state as any);
  const parts: Record<string, (s: any) => unknown> = { session: (s) => s.session, 'session.calls': (s) => s.session.calls, 'session.history': (s) => s.session.history, standing: (s) => s.standing, ladder: (s) => s.ladder };
  presetOf(preset).detectors.forEach(({ meta }, i) => { parts[meta.id] = (s) => s.detectors[i]; });
  for (const [name, part] of Object.entries(parts)) {
    const json = texts.map((s) => JSON.stringify(part(s)) ?? 'null');
    keep.push(json); json.join(''); const b2 = heap();
    const copies: unknown[] = new Array(N).fill(0); const b3 = heap(); for (let i = 0; i < N; i++) copies[i] = JSON.parse(json[i]!); keep.push(copies);
    console.log('  ', name.padEnd(22), 'json', (json.join('').length / N).toFixed(0).padStart(6), 'cloned', ((heap() - b3 + 0 * b2) / N).toFixed(0).padStart(6));
    if (copies.length === 0) throw 1;
  }
  if (process.argv[3]) console.log(JSON.stringify(texts[5], null, 1).slice(0, 20000));
}
export const main = (): void => {};
