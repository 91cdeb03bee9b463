/** Something that the caller can put right; the command says it and exits with 2. */
export class UsageError extends Error {}
