/** Classes of failure that an edit of a file cannot cure. */
export const LASTING: ReadonlySet<string> = new Set(['denied', 'auth', 'unknown-tool', 'network', 'unavailable', 'exhausted']);

/** Classes that pass by themselves, given time. */
export const TRANSIENT: ReadonlySet<string> = new Set(['network', 'timeout', 'unavailable']);
