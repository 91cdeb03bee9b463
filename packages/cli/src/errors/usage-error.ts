/** A mistake of the user. The message is one sentence that names the next command; there is no code and no stack. */
export class UsageError extends Error {}
