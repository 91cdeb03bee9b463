import { describe, expect, it } from 'vitest';
import { configure, type Engine } from './configure.js';
import { RutbreakError } from './error.js';
import { advance, start, type State } from './pipeline.js';
import { PRESETS } from './presets/index.js';
import { callsOf } from './session/calls.js';
import type { LoopEscalation } from './escalation/ladders/loop-escalation.js';
import { NEW_LEDGER } from './session/ledger.js';
import { restore, snapshot, SNAPSHOT_VERSION } from './snapshot.js';
import { call, delta, message } from './testing/trace.js';

const engine = configure('votes');
const lived = [call('x', {}, 1), message('hello'), delta('and')].reduce(
  (state, event) => advance(state, event, engine).state,
  start(engine),
);
const good = snapshot(lived, engine);

/** The format before version 4: one state per detector, in the order of the preset. */
const asLists = (of: State, { detectors, preset }: Engine) => {
  const fresh = Object.fromEntries(detectors.map(({ id, init }) => [id, init()]));
  const ids = preset.detectors.map(({ meta }) => meta.id);
  return {
    ...of,
    detectors: ids.map((id) => of.detectors[id] ?? fresh[id]),
    standing: ids.map((id) => of.standing[id] ?? null),
  };
};

const refusal = (value: unknown): RutbreakError => {
  try {
    restore(value, engine);
  } catch (thrown) {
    if (thrown instanceof RutbreakError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was refused');
};

describe('a snapshot', () => {
  it('names its version and preset', () => {
    expect(good).toMatchObject({ version: SNAPSHOT_VERSION, preset: 'votes' });
  });

  it.each(PRESETS)('of preset %s is plain JSON, and restores the same state', (preset) => {
    const own = configure(preset);
    const state = [call('x', {}, 1), message('hello'), delta('and')].reduce(
      (before, event) => advance(before, event, own).state,
      start(own),
    );
    const saved = snapshot(state, own);
    expect(JSON.parse(JSON.stringify(saved))).toEqual(saved);
    expect(snapshot(restore(saved, own), own)).toEqual(saved);
  });

  it('of version 3, with a list of all states, continues unchanged', () => {
    const fresh = Object.fromEntries(engine.detectors.map(({ id, init }) => [id, init()]));
    const after = restore({ ...good, version: 3, state: asLists(good.state, engine) }, engine);
    expect(after).toEqual({ ...good.state, detectors: { ...fresh, ...good.state.detectors } });
  });

  it('of version 3, with a list of another length, restarts its detectors', () => {
    const { detectors, standing, ...rest } = asLists(good.state, engine);
    const shorter = { ...rest, detectors: detectors.slice(1), standing: standing.slice(1) };
    const after = restore({ ...good, version: 3, state: shorter }, engine);
    expect(after).toEqual({ ...good.state, detectors: {}, standing: {} });
  });

  describe('of the default preset', () => {
    const own = configure('default');
    const loops = (before: State): State =>
      Array.from({ length: 6 }, () => call('x', {}, 1)).reduce(
        (at, event) => advance(at, event, own).state,
        before,
      );
    const { state, preset } = snapshot(loops(start(own)), own);
    const restored = (version: number, old: unknown): State => restore({ version, preset, state: old }, own);

    it('of version 4, without a ledger, keeps its calls and restarts its detectors and ladder', () => {
      const { ledger, ...session } = state.session;
      expect(ledger.calls).toBe(6);
      const after = restored(4, { ...state, session });
      expect(after).toMatchObject({ detectors: {}, standing: {}, ladder: own.ladder.init(), cause: null });
      expect(after.session).toEqual({ ...session, ledger: NEW_LEDGER });
      expect(loops(after).session.made).toBe(12);
    });

    it.each([
      [6, 'whose ledger was another one'],
      [7, 'whose detectors remembered arguments by words only'],
    ])('of version %i, %s, restarts the ledger for the session and for each agent', (version) => {
      const agent = { ...state, agent: 'a' };
      const after = restored(version, { ...state, agent: 'a', agents: [agent] });
      const afresh = { detectors: {}, standing: {}, ladder: own.ladder.init(), cause: null };
      expect(after).toMatchObject({ ...afresh, agents: [{ ...afresh, agent: 'a' }] });
      expect([after, ...after.agents!].map(({ session }) => session.ledger)).toEqual([
        NEW_LEDGER,
        NEW_LEDGER,
      ]);
      expect(loops(after).session.made).toBe(12);
    });

    it('of version 3, with calls by label only, keeps those labels', () => {
      const calls = { ...state.session.calls, labels: 'x()\n'.repeat(5) + 'a_long_n...(y)\ta_long_name\n' };
      const { session } = restored(3, { ...asLists(state, own), session: { ...state.session, calls } });
      expect(callsOf(session).map(({ label }) => label)).toEqual([...Array(5).fill('x()'), 'a_long_n...(y)']);
      expect(callsOf(loops({ ...state, session }).session).at(-1)).toMatchObject({ tool: 'x', label: 'x()' });
    });

    describe('whose loop was counted before evidence was', () => {
      const written = ((): LoopEscalation => {
        const { ladder } = snapshot(loops(loops(start(own))), own).state;
        const [{ firm, ...loop }] = (ladder as { loops: [LoopEscalation] }).loops;
        expect(firm).toBeGreaterThan(1);
        return loop;
      })();
      const loaded = (loop: LoopEscalation): unknown =>
        restored(SNAPSHOT_VERSION, { ...state, ladder: { ...(state.ladder as object), loops: [loop] } })
          .ladder;
      const cause = { ...written.block!.cause!, cap: 'redirect' as const };

      it('a block of repeats holds', () => {
        expect(loaded(written)).toMatchObject({ loops: [{ count: written.count, block: written.block }] });
      });

      it('a block of likeness is lifted, and the count is what likeness allows', () => {
        const likeness = { ...written, count: 9, block: { ...written.block!, cause } };
        expect(loaded(likeness)).toMatchObject({ loops: [{ count: 2, firm: 0, block: { isLifted: true } }] });
      });

      it('a loop without a block is counted no further than its next detection allows', () => {
        expect(loaded({ ...written, count: 9, block: null })).toMatchObject({
          loops: [{ count: 2, firm: 0 }],
        });
      });
    });

    it('a detector unknown to the preset is dropped', () => {
      const more = {
        ...state,
        detectors: { ...state.detectors, gone: { kept: 1 } },
        standing: { ...state.standing, gone: state.standing['repeated-call'] },
      };
      expect(restored(SNAPSHOT_VERSION, more)).toEqual(state);
    });

    it('a detector missing in the snapshot starts afresh', () => {
      const lost = 'stale-work';
      const others = Object.entries(state.detectors).filter(([id]) => id !== lost);
      expect(others).toHaveLength(Object.keys(state.detectors).length - 1);
      const after = restored(SNAPSHOT_VERSION, { ...state, detectors: Object.fromEntries(others) });
      expect(after.detectors).toEqual(Object.fromEntries(others));
      expect(loops(after).detectors[lost]).toBeDefined();
    });
  });

  it('of an open stream contains the text, not the tables', () => {
    expect(JSON.stringify(good).length).toBeLessThan(3000);
    expect(JSON.stringify(good)).toContain('"text":"and"');
  });
});

describe('values that are not snapshots', () => {
  const { state } = good;
  it.each([
    ['nothing', undefined, 'SNAPSHOT_SHAPE'],
    ['null', null, 'SNAPSHOT_SHAPE'],
    ['a text', JSON.stringify(good), 'SNAPSHOT_SHAPE'],
    ['an empty object', {}, 'SNAPSHOT_SHAPE'],
    ['no version', { ...good, version: undefined }, 'SNAPSHOT_SHAPE'],
    ['no preset', { ...good, preset: undefined }, 'SNAPSHOT_SHAPE'],
    ['no state', { ...good, state: undefined }, 'SNAPSHOT_SHAPE'],
    ['null for the state', { ...good, state: null }, 'SNAPSHOT_SHAPE'],
    ['no session', { ...good, state: { ...state, session: undefined } }, 'SNAPSHOT_SHAPE'],
    [
      'no list of calls',
      { ...good, state: { ...state, session: { ...state.session, calls: {} } } },
      'SNAPSHOT_SHAPE',
    ],
    ['no detectors', { ...good, state: { ...state, detectors: null } }, 'SNAPSHOT_SHAPE'],
    ['no findings', { ...good, state: { ...state, standing: 'none' } }, 'SNAPSHOT_SHAPE'],
    ['a newer version', { ...good, version: SNAPSHOT_VERSION + 1 }, 'SNAPSHOT_NEWER'],
    ['a newer version of another shape', { version: 99, preset: 'votes' }, 'SNAPSHOT_NEWER'],
    ['one of another preset', { ...good, preset: 'drift' }, 'SNAPSHOT_PRESET'],
  ])('%s is refused with %s', (_, value, code) => {
    const thrown = refusal(value);
    expect(thrown.code).toBe(code);
    expect(thrown.detail.hint).not.toBe('');
  });

  it('the errors say which version and preset would fit', () => {
    expect(refusal({ ...good, version: 99 }).message).toContain(
      `version 99) This version reads up to ${SNAPSHOT_VERSION}`,
    );
    expect(refusal({ ...good, preset: 'drift' }).message).toContain(
      'Restore it with preset drift, not votes',
    );
  });
});
