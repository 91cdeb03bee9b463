import { describe, expect, it } from 'vitest';
import { actOf, play } from '../testing/play.js';
import { call, range, times } from '../testing/trace.js';
import { callNamed, evidenceOf } from './evidence.js';

const fact = (n: number) => ({ tool: 'Read', args: `${n}.ts`, key: n });
const seen = (n: number) => ({ seq: n, label: `Read(${n}.ts)`, fact: fact(n) });

describe('calls in evidence', () => {
  it('appear once each, oldest first', () => {
    expect(evidenceOf([seen(1), seen(2), seen(1)], { window: 9 }).calls).toEqual([fact(1), fact(2)]);
  });

  it('are at most eight: the ones in the label, then the newest', () => {
    const { calls, elements } = evidenceOf(range(30).map(seen), { window: 40 });
    expect(calls).toHaveLength(8);
    expect(
      elements.map((label) => callNamed({ ...evidenceOf([], { window: 0 }), calls: calls! }, label)),
    ).toEqual(range(5).map(fact));
    expect(calls!.at(-1)).toEqual(fact(29));
  });

  it('a label that matches no call names none', () => {
    expect(callNamed(evidenceOf([seen(1)], { window: 9 }), 'Error(no such file)')).toBeUndefined();
  });

  it('of a run contain the tool, short arguments, and a key that the label alone cannot give', () => {
    const long = 'x'.repeat(80);
    const keyOf = (command: string) => {
      const events = times(5, call('Bash', { command }, 'nothing'));
      const { calls } = actOf(play('default', events).at(-1)).verdict.primary!.signal.evidence;
      expect(calls).toMatchObject([{ tool: 'Bash', args: `${'x'.repeat(60)}...` }]);
      return calls![0]!.key;
    };
    expect(keyOf(`${long} one`)).not.toBe(keyOf(`${long} two`));
  });
});
