import type { Engine } from './configure.js';
import { NO_DETECTOR_STATE, NO_RECENT_FINDINGS, type State } from './decision.js';
import { FRESH } from './detect.js';
import { RutbreakError } from './error.js';
import type { Preset } from './presets/preset.js';
import { NEW_LEDGER } from './session/ledger.js';
import type { PackedLog } from './session/packed-log.js';
import type { RecentFinding } from './verdict/verdict.js';

/** The stored form of a session's state. A newer form is refused, an older one is upgraded here. */
export const SNAPSHOT_VERSION = 8;

/**
 * A session as plain JSON, to be kept between processes.
 *
 * @example
 * ```ts
 * import { createGuard, type Snapshot } from '@rutbreak/core';
 * const guard = createGuard();
 * const kept: Snapshot = guard.session('run-1').snapshot();
 * guard.restore('run-2', JSON.parse(JSON.stringify(kept))).id; // => 'run-2'
 * ```
 */
export interface Snapshot {
  readonly version: number;
  readonly preset: string;
  readonly state: State;
}

/** Plain JSON: caches (such as an open stream's tables) are left out and rebuilt. */
export function snapshot(state: State, engine: Engine): Snapshot {
  return JSON.parse(
    JSON.stringify({ version: SNAPSHOT_VERSION, preset: engine.preset.id, state }),
  ) as Snapshot;
}

/** Throws a RutbreakError if this is not a snapshot, or one of another preset or a newer version. */
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
  const counted = version < 2 ? { ...state, control: null } : state;
  return { ...upgraded(counted, version, engine), ...agentsOf(state, version, engine) };
}

/** Each agent of the session has a state of the same form. */
function agentsOf({ agents }: StoredState, version: number, engine: Engine): Pick<State, 'agents'> {
  if (!Array.isArray(agents)) return {};
  return { agents: agents.map((one: State) => upgraded(one, version, engine)) };
}

/**
 * Before version 8 the ledger, or what detectors keep of arguments, was different or absent; the state of detectors
 * and of a ladder that read it does not fit the new one.
 */
function upgraded(stored: StoredState, version: number, engine: Engine): State {
  const { ladder, observation } = engine;
  const state: State = { ...stored, ...detectorsOf(stored, engine) };
  if (version >= 8) return { ...state, ladder: ladder.load(state.ladder) };
  const session = { ...state.session, ledger: NEW_LEDGER };
  if (observation.hasFeatures) return { ...state, session, ...FRESH, ladder: ladder.init(), cause: null };
  return { ...state, session, ladder: ladder.load(state.ladder) };
}

/** State of unknown detectors is dropped; a detector without state starts afresh. */
function detectorsOf(
  state: StoredState,
  { detectors, preset }: Engine,
): Pick<State, 'detectors' | 'standing'> {
  const states = byId(state.detectors, preset);
  const found = byId(state.standing, preset);
  const known = detectors.filter(({ id }) => Object.hasOwn(states, id));
  const standing = detectors.filter(({ id }) => Object.hasOwn(found, id) && isObject(found[id]));
  return {
    detectors:
      known.length === 0 ? NO_DETECTOR_STATE : Object.fromEntries(known.map(({ id }) => [id, states[id]])),
    standing:
      standing.length === 0
        ? NO_RECENT_FINDINGS
        : Object.fromEntries(standing.map(({ id }) => [id, found[id] as RecentFinding])),
  };
}

/**
 * Before version 4 these were lists in the preset's order; a list of another length belongs to other
 * detectors.
 */
function byId(given: unknown, { detectors }: Preset): Readonly<Record<string, unknown>> {
  if (!Array.isArray(given)) return given as Readonly<Record<string, unknown>>;
  const order = detectors.map(({ meta }) => meta.id);
  if (given.length !== order.length) return {};
  return Object.fromEntries(order.map((id, i) => [id, given[i] as unknown]));
}

type StoredState = Omit<State, 'detectors' | 'standing'> & {
  readonly detectors: unknown;
  readonly standing: unknown;
};

function readShape(value: unknown): Omit<Snapshot, 'state'> & { readonly state: StoredState } {
  if (!isObject(value)) throw notASnapshot('it is not an object');
  const { version, preset, state } = value as Partial<Snapshot>;
  if (typeof version !== 'number' || typeof preset !== 'string')
    throw notASnapshot('it has no version or preset');
  if (version > SNAPSHOT_VERSION) return { version, preset, state: state! };
  const isState =
    isObject(state) &&
    typeof (state as Partial<State>).session?.seq === 'number' &&
    typeof (state.session.calls as Partial<PackedLog> | undefined)?.rows === 'string' &&
    isObject(state.detectors) &&
    isObject(state.standing);
  if (!isState) throw notASnapshot('its state is incomplete');
  return { version, preset, state };
}

/** An object or a list. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function notASnapshot(why: string): RutbreakError {
  return new RutbreakError('SNAPSHOT_SHAPE', { why, hint: 'Pass what session.snapshot() returned.' });
}
