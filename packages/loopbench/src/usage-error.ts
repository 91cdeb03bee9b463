/** A mistake that the caller can fix; the command prints it and exits with 2. */
export class UsageError extends Error {}
