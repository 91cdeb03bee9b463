/** An event of the trace format. */
export type DemoEvent = Readonly<Record<string, unknown>> & { readonly kind: string };

/** The script of one simulated agent. */
export interface Story {
  readonly id: string;
  readonly agent: string;
  readonly team: string;
  readonly model: string;
  /** False: it looks like a loop but is healthy. */
  readonly isLoop: boolean;
  /** The caption at the beginning. */
  readonly opening: string;
  /** Step `n` of the story, counted from 0. A loop never ends; other work does. */
  readonly step: (n: number) => DemoEvent | undefined;
  /** The mildest action that the agent obeys. It always obeys a person. */
  readonly obeys: 'nudge' | 'redirect' | 'block' | 'pause';
  /** The steps that lead out of the loop. */
  readonly wayOut: readonly DemoEvent[];
  /** The caption for the way out. */
  readonly movingOn: string;
}

const USED = { tokens: 420, cost: 0.0042 };

function call(tool: string, args: object, result: string, isError = false): DemoEvent {
  return { kind: 'call', tool, args, result, ...(isError && { isError }), ...USED };
}

const say = (text: string): DemoEvent => ({ kind: 'message', role: 'assistant', text, ...USED });
const read = (path: string, result: string): DemoEvent => call('Read', { path }, result);

const FAILED =
  'FAIL test/cart.test.ts\n  ✕ adds tax to the total\n    Expected: 119\n    Received: 100\nTests: 1 failed, 41 passed';
const GUESSES = ['price * 1.19', 'price + price * rate', 'Math.round(price * 1.19)', 'withTax(price)'];

/** Loops that people recognise. */
const LOOPS: readonly Story[] = [
  {
    ...{ id: 'failing-test', agent: 'cart-coder', team: 'coding', model: 'atlas-large', isLoop: true },
    opening:
      'cart-coder edits the tax code and runs the tests, again and again. The same test fails each time.',
    step: (n) =>
      n % 2 === 0
        ? call(
            'Edit',
            { path: 'src/tax.ts', new: GUESSES[(n / 2) % GUESSES.length] },
            'src/tax.ts was changed',
          )
        : call('Bash', { command: 'npm test' }, FAILED, true),
    obeys: 'redirect',
    wayOut: [
      read('test/cart.test.ts', 'the test imports ../dist/tax.js, which is built, not src/tax.ts'),
      call('Bash', { command: 'npm run build' }, 'built dist/tax.js in 2 s'),
      call('Bash', { command: 'npm test' }, 'Tests: 42 passed'),
      say('The test read the old build. All 42 tests pass now.'),
    ],
    movingOn: 'cart-coder reads the failing test instead of guessing, and finds that it uses an old build.',
  },
  {
    ...{ id: 'same-question', agent: 'help-desk', team: 'support', model: 'atlas-small', isLoop: true },
    opening: 'help-desk asks a customer for the order number, although it has been given.',
    step: () =>
      say('Thank you! Could you please tell me your order number, so that I can look into this for you?'),
    obeys: 'nudge',
    wayOut: [
      call('lookup_order', { id: 'A-1042' }, 'A-1042: shipped on Monday, two parcels'),
      say('Your order A-1042 left on Monday in two parcels; the second one arrives tomorrow.'),
      call('close_ticket', { ticket: 881 }, 'ticket 881 is closed'),
    ],
    movingOn: 'help-desk looks the order up and answers.',
  },
  {
    ...{ id: 'hand-off-ring', agent: 'refund-router', team: 'support', model: 'heron-2', isLoop: true },
    opening: 'refund-router passes a ticket from billing to refunds to accounts and back to billing.',
    step(n) {
      const teams = ['billing', 'refunds', 'accounts'] as const;
      const [from, to] = [teams[n % 3], teams[(n + 1) % 3]];
      return {
        ...call('hand_off', { ticket: 77, from, to }, `${String(to)}: not ours, please see the next team`),
        ...{ agent: from, to },
      };
    },
    obeys: 'block',
    wayOut: [
      call('ask_person', { ticket: 77, question: 'Who decides about refunds above 500?' }, 'Ada decides'),
      call('assign', { ticket: 77, to: 'Ada' }, 'assigned'),
      say('Ticket 77 is with Ada, who decides about large refunds.'),
    ],
    movingOn: 'refund-router asks a person who owns the ticket.',
  },
  {
    ...{ id: 'e-mail-storm', agent: 'mail-out', team: 'operations', model: 'atlas-small', isLoop: true },
    opening: 'mail-out sends the same reminder to the same customer because no reply comes.',
    step: () =>
      call(
        'send_email',
        { to: 'kim@customer.example', subject: 'Your invoice 2210' },
        'queued: no reply yet',
      ),
    obeys: 'block',
    wayOut: [
      call('schedule', { task: 'remind kim about invoice 2210', at: 'in 3 days' }, 'scheduled'),
      call('send_email', { to: 'lee@customer.example', subject: 'Your invoice 2211' }, 'sent'),
      call('report', { sent: 2 }, 'the report is saved'),
    ],
    movingOn: 'mail-out schedules the next reminder for later and goes on with the list.',
  },
  {
    ...{ id: 'stuck-browser', agent: 'form-filler', team: 'browsing', model: 'heron-2', isLoop: true },
    opening:
      'form-filler clicks a button that a cookie banner covers. It does not listen: a person has to step in.',
    step: () => call('click', { selector: '#send' }, 'the element is covered by another element', true),
    obeys: 'pause',
    wayOut: [
      call('click', { selector: '#accept-cookies' }, 'the banner is gone'),
      call('click', { selector: '#send' }, 'the form was sent, reference F-90'),
      say('The form is sent: reference F-90.'),
    ],
    movingOn: 'form-filler closes the banner first, and the form goes out.',
  },
  {
    ...{ id: 'degenerate-stream', agent: 'chat-writer', team: 'chat', model: 'atlas-small', isLoop: true },
    opening: 'chat-writer’s answer has got stuck on one phrase.',
    step: (n) => ({
      kind: 'delta',
      text:
        n < 4
          ? `Part ${n + 1} of the summary covers ${['costs', 'dates', 'people', 'risks'][n] ?? ''}. `
          : 'and the and the and the ',
    }),
    obeys: 'nudge',
    wayOut: [
      say('The summary: costs rise by 4 %, the dates hold, one person joins, and there are two risks.'),
      call('save', { file: 'summary.md' }, 'saved 1 page'),
    ],
    movingOn: 'chat-writer starts its answer again, and this time it has an end.',
  },
];

const COMMITS = ['9f2c', '41ab', 'c07d', '7e19', 'b350', '2d88', 'e6f1', '0a4c'];
const NAMES = ['Ada', 'Ben', 'Cleo', 'Dai', 'Eve', 'Finn', 'Gia', 'Hugo', 'Ida', 'Jon', 'Kai', 'Lea'];
const done = { obeys: 'nudge', wayOut: [], movingOn: '', isLoop: false } as const;

/** Honest work that repeats and makes progress. It must stay green. */
const LOOK_ALIKES: readonly Story[] = [
  {
    ...{ ...done, id: 'polling', agent: 'deploy-watch', team: 'operations', model: 'atlas-small' },
    opening:
      'deploy-watch asks for the state of a deployment. Each answer is a little further: this is no loop.',
    step: (n) =>
      n < 20
        ? call('get_deployment', { id: 'web-118' }, `deploying: ${n + 1} of 20 instances are ready`)
        : undefined,
  },
  {
    ...{ ...done, id: 'batch', agent: 'image-batch', team: 'operations', model: 'heron-2' },
    opening: 'image-batch makes thumbnails of one picture after the other: the same tool, other work.',
    step: (n) =>
      n < 24
        ? call('thumbnail', { file: `photo-${n + 1}.jpg` }, `photo-${n + 1}.jpg: ${120 + ((n * 37) % 90)} kB`)
        : undefined,
  },
  {
    ...{ ...done, id: 'bisect', agent: 'bug-hunter', team: 'coding', model: 'atlas-large' },
    opening: 'bug-hunter halves the history to find the commit that broke the login.',
    step(n) {
      const commit = COMMITS[Math.floor(n / 2)];
      if (commit === undefined) return undefined;
      const left = 2 ** (7 - Math.floor(n / 2));
      return n % 2 === 0
        ? call(
            'Bash',
            { command: `git bisect ${n % 4 === 0 ? 'bad' : 'good'}` },
            `Bisecting: ${left} revisions left\n[${commit}] checked out`,
          )
        : call(
            'Bash',
            { command: 'npm run login-test' },
            `${commit}: ${n % 4 === 1 ? '1 failed' : 'passed'} in ${30 + n} ms`,
            n % 4 === 1,
          );
    },
  },
  {
    ...{ ...done, id: 'csv-stream', agent: 'table-writer', team: 'chat', model: 'atlas-small' },
    opening: 'table-writer writes a long table. Every row has the same form and other values.',
    step: (n) =>
      n < 24
        ? {
            kind: 'delta',
            text: `${n + 1},${NAMES[n % NAMES.length] ?? ''},${2000 + ((n * 613) % 900)},${['north', 'south', 'east'][n % 3] ?? ''}\n`,
          }
        : undefined,
  },
];

export const STORIES: readonly Story[] = [...LOOPS, ...LOOK_ALIKES];
