import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Detector, DetectorError, type DetectorSession, type TraceStart } from './detector.js';

/** A detector from a JavaScript module that exports `start(trace) → { observe(event) → verdict }`, and perhaps its `name`. */
export async function moduleDetector(file: string): Promise<Detector> {
  let exported: Record<string, unknown>;
  try {
    exported = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (error) {
    throw new DetectorError(`${file} cannot be loaded: ${(error as Error).message}`);
  }
  const { start, name } = exported;
  if (typeof start !== 'function') throw new DetectorError(`${file} exports no function \`start\`.`);
  const known = typeof name === 'string' && name !== '' ? name : basename(file, extname(file));
  return {
    name: known,
    start: (trace) => {
      const session = (start as (trace: TraceStart) => unknown)(trace) as DetectorSession | undefined;
      if (typeof session?.observe === 'function') return session;
      throw new DetectorError(`${file}: \`start\` must return an object with \`observe\`.`);
    },
  };
}
