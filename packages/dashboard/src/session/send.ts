import type { CommandName } from '../api/client.js';

/** Sends a command of a person; `says` is shown once it is done. */
export type Send = (name: CommandName, body: object, says: string) => void;
