/** Lists of data: lines of a table may be equal. */
export const DATA_TABLES = [];

/**
 * Pairs of files that may share `lines` equal lines, until somebody gives the code one home. Add no entry: a new
 * pair fails the check, and so does an entry whose files share nothing any more.
 */
export const ALLOWED_COPIES = [
  // A fixture of the page repeats the default configuration, because the page must not import the gateway.
  {
    files: ['packages/gateway/src/engine/settings.ts', 'packages/dashboard/src/testing/fleet.ts'],
    lines: 12,
  },
  // The seeded random numbers of two test programs, in packages that share no test helpers.
  {
    files: ['packages/proxy/src/testing/attack/mutate.ts', 'packages/gateway/src/testing/faults/random.ts'],
    lines: 11,
  },
];
