import type { Engine } from './configure.js';
import { RutbreakError } from './error.js';
import type { State } from './decision.js';
import { noHistory } from './session/history.js';
import type { Shelf } from './session/shelf.js';

/** The form in which a session's state is written out. A newer form is refused, an older one is upgraded here. */
export const SNAPSHOT_VERSION = 3;

export interface Snapshot {
  readonly version: number;
  readonly preset: string;
  readonly state: State;
}

/** Plain JSON: what is kept only for speed (an open stream's tables) stays out and is rebuilt. */
export function snapshot(state: State, engine: Engine): Snapshot {
  return JSON.parse(
    JSON.stringify({ version: SNAPSHOT_VERSION, preset: engine.preset.id, state }),
  ) as Snapshot;
}

/** Throws a RutbreakError where this is no snapshot, or one of another preset or a newer version. */
export function restore(value: unknown, engine: Engine): State {
  const { version, preset, state } = readShape(value);
  if (version > SNAPSHOT_VERSION) {
    throw new RutbreakError('SNAPSHOT_NEWER', {
      version,
      hint: `This version reads up to ${SNAPSHOT_VERSION}: upgrade.`,
    });
  }
  if (preset !== engine.preset.id) {
    throw new RutbreakError('SNAPSHOT_PRESET', {
      preset,
      hint: `Restore it with preset ${preset}, not ${engine.preset.id}.`,
    });
  }
  const known = version < 3 ? withHistoryAnew(state, engine) : state;
  if (known.detectors.length !== engine.preset.detectors.length)
    throw notASnapshot('its detectors are not those of the preset');
  return version < 2 ? upgrade(known, engine) : known;
}

/** Before version 3 the rows of the history were narrower, no count was asked for, and there was one detector less. */
function withHistoryAnew(state: State, { preset }: Engine): State {
  const session = { ...state.session, history: noHistory(), asked: 0 };
  const added = preset.detectors.findIndex(({ meta }) => meta.id === 'same-answer');
  if (added < 0 || state.detectors.length !== preset.detectors.length - 1) return { ...state, session };
  const insert = <Item>(list: readonly Item[], item: Item): readonly Item[] => [
    ...list.slice(0, added),
    item,
    ...list.slice(added),
  ];
  const detectors = insert(state.detectors, preset.detectors[added]!.init());
  return { ...state, session, detectors, standing: insert(state.standing, null) };
}

/** Before version 2 nothing was counted, and the default preset had another ladder, which held nothing. */
function upgrade(state: State, { preset }: Engine): State {
  const climbsByLoop = preset.ladder.meet !== undefined;
  return {
    ...state,
    ...(climbsByLoop && { ladder: preset.ladder.init(), cause: null }),
    control: null,
  };
}

function readShape(value: unknown): Snapshot {
  if (typeof value !== 'object' || value === null) throw notASnapshot('it is no object');
  const { version, preset, state } = value as Partial<Snapshot>;
  if (typeof version !== 'number' || typeof preset !== 'string')
    throw notASnapshot('it has no version or preset');
  if (version > SNAPSHOT_VERSION) return { version, preset, state: state! };
  const isState =
    typeof state === 'object' &&
    typeof (state as Partial<State> | null)?.session?.seq === 'number' &&
    typeof (state.session.calls as Partial<Shelf> | undefined)?.rows === 'string' &&
    typeof state.session.history === 'string' &&
    Array.isArray(state.detectors) &&
    Array.isArray(state.standing) &&
    state.detectors.length === state.standing.length;
  if (!isState) throw notASnapshot('its state is incomplete');
  return { version, preset, state };
}

function notASnapshot(why: string): RutbreakError {
  return new RutbreakError('SNAPSHOT_SHAPE', { why, hint: 'Pass what session.snapshot() returned.' });
}
