export const EXIT = { nothingFound: 0, loopsFound: 1, badInput: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
