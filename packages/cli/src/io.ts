import type { Surroundings } from './transcripts/places.js';
import type { Readable, Writable } from 'node:stream';

/** A stream for the program's output. */
export interface Output {
  /** Resolves once there is room for more; never fails. */
  readonly write: (text: string) => Promise<void>;
  /** The reader has closed the pipe, as in `… | head`. */
  readonly isClosed: () => boolean;
}

/** Input, output and environment of the program, so that tests can replace them. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Standard input and output as they are, for commands that pass bytes on. */
  readonly pipes: { readonly input: Readable; readonly output: Writable };
  /** Width of the terminal; `undefined` without one. */
  readonly columns: number | undefined;
  /** The same for standard error. */
  readonly errorColumns: number | undefined;
  /** The script of a scan thread. Without it, scans use one thread. */
  readonly scanWorker?: URL | string;
  readonly isColourful: boolean;
  /** The version of this program. */
  readonly version: string;
  /** The file that starts this program. */
  readonly script: string;
  /** Folders that may contain transcripts. */
  readonly surroundings: Surroundings;
  /** The environment variables that configure loop detection. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of sessions, unless the command names another. */
  readonly dataDir: string;
  /** The coding agent that runs this command, if one does. */
  readonly agent?: string | undefined;
  /** `LOOP_DETECTION_OVERRIDE=true`. */
  readonly permitsOverride: boolean;
}

/** Ignores a closed pipe. Reports every other error, like a full disk, to `onTrouble`. */
export function outputTo(stream: NodeJS.WritableStream, onTrouble: (error: Error) => void): Output {
  let isClosed = false;
  const close = (error: NodeJS.ErrnoException): void => {
    if (!isClosed && error.code !== 'EPIPE') onTrouble(error);
    isClosed = true;
  };
  // Without a listener a closed pipe would end the program with a stack trace.
  stream.on('error', close);
  const write = (text: string): Promise<void> =>
    isClosed || text === ''
      ? Promise.resolve()
      : new Promise((done) => {
          stream.write(text, (error) => {
            if (error) close(error);
            done();
          });
        });
  return { write, isClosed: () => isClosed };
}
