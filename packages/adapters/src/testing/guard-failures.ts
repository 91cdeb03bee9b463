import { createGuard, type Guard } from '@rutbreak/core';
import { expect, it } from 'vitest';
import type { AdapterOptions } from '../run/options.js';
import { callOf, scripted } from './script.js';
import type { Stage } from './stage.js';

const loopOf = (rounds: number) =>
  scripted((step) => (step <= rounds ? { text: 'On.', calls: [callOf('x')] } : { text: 'Done.' }));

const broken = (): never => {
  throw new Error('out of order');
};

/** A guard whose sessions always throw. */
function brokenGuard(): Guard {
  const guard = createGuard();
  const session: Guard['session'] = (id, options) =>
    new Proxy(guard.session(id, options), {
      get: (target, name) => (name === 'id' ? target.id : broken),
    });
  return { ...guard, session };
}

/** A failing guard must never make a run fail. */
export function describeGuardFailures(make: Stage['make']): void {
  it('a guard that throws is reported, and the run continues as without it', async () => {
    const errors: unknown[] = [];
    const [plain, watched] = [loopOf(12), loopOf(12)];
    const without = await make(plain).run('Find x.');
    const withGuard = await make(watched, {
      guard: brokenGuard(),
      onError: (error) => errors.push(error),
    }).run('Find x.');
    expect([withGuard.text, withGuard.stop]).toEqual([without.text, undefined]);
    expect(watched.requests).toHaveLength(plain.requests.length);
    expect(watched.requests.join()).not.toContain('rutbreak');
    expect(errors).toContainEqual(new Error('out of order'));
  });

  it.each<[name: string, options: Partial<AdapterOptions>, requests: number]>([
    ['for decisions fails', { onDecision: broken }, 10],
    ['for decisions and the one for errors fail', { onDecision: broken, onError: broken }, 10],
    ['that asks a person throws: the step is skipped', { ask: broken }, 10],
    ['that asks a person rejects', { ask: async () => Promise.reject(new Error('out of order')) }, 10],
  ])('decisions are carried out even if your callback %s', async (_, own, requests) => {
    const model = loopOf(20);
    const { stop } = await make(model, { onError: () => undefined, ...own }).run('Find x.');
    expect(stop).toMatchObject({ status: 'LOOP_DETECTED' });
    expect(model.requests).toHaveLength(requests);
  });
}
