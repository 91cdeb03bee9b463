import type { CommandName } from '../api/client.js';

/** Sends a command of a person; shows `says` afterwards. */
export type Send = (name: CommandName, body: object, says: string) => void;
