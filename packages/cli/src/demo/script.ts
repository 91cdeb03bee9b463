/** A simulated run: an agent reads a file, repeats a failing test, and obeys when it is stopped. */
export interface DemoCall {
  readonly command: string;
  readonly output: string;
  readonly isError: boolean;
}

const read: DemoCall = { command: 'cat package.json', output: '{ "name": "shop" }', isError: false };
const test: DemoCall = {
  command: 'npm test',
  output: "Error: Cannot find module './prices.json'\n  at cart.test.js:3",
  isError: true,
};
const cure: DemoCall = {
  command: 'cp prices.example.json prices.json',
  output: 'copied 1 file',
  isError: false,
};
const pass: DemoCall = { command: 'npm test', output: '12 tests passed', isError: false };

export const BEFORE: readonly DemoCall[] = [read];
/** As often as the guard allows. */
export const LOOP: DemoCall = test;
export const MOST_LOOPS = 12;
export const AFTER: readonly DemoCall[] = [cure, pass];
