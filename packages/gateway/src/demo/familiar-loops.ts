import { call, type DemoEvent, read, say, type Story } from './story.js';

const FAILED =
  'FAIL test/cart.test.ts\n  ✕ adds tax to the total\n    Expected: 119\n    Received: 100\nTests: 1 failed, 41 passed';
const GUESSES = ['price * 1.19', 'price + price * rate', 'Math.round(price * 1.19)', 'withTax(price)'];

/** An agent in a browser reads a picture of the page with each step. */
const SCREENSHOT = { tokens: 4100, cost: 0.041 };

/** Loops that everybody has seen. */
export const FAMILIAR_LOOPS: readonly Story[] = [
  {
    ...{ id: 'failing-test', agent: 'cart-coder', team: 'coding', model: 'atlas-large' },
    category: 'ERROR_REPETITION',
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
    ...{ id: 'same-question', agent: 'help-desk', team: 'support', model: 'atlas-small' },
    category: 'OUTPUT_VERBATIM',
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
    ...{ id: 'hand-off-ring', agent: 'refund-router', team: 'support', model: 'heron-2' },
    category: 'TOOL_PING_PONG',
    opening: 'refund-router passes a ticket from billing to refunds to accounts and back to billing.',
    step(n: number): DemoEvent | undefined {
      const teams = ['billing', 'refunds', 'accounts'] as const;
      const [from, to] = [teams[n % 3], teams[(n + 1) % 3]];
      return {
        ...call('hand_off', { ticket: 77, from, to }, `${String(to)}: not ours, please see the next team`),
        ...{ agent: from, to },
      };
    },
    obeys: 'redirect',
    wayOut: [
      call('ask_person', { ticket: 77, question: 'Who decides about refunds above 500?' }, 'Ada decides'),
      call('assign', { ticket: 77, to: 'Ada' }, 'assigned'),
      say('Ticket 77 is with Ada, who decides about large refunds.'),
    ],
    movingOn: 'refund-router asks a person who owns the ticket.',
  },
  {
    ...{ id: 'e-mail-storm', agent: 'mail-out', team: 'operations', model: 'atlas-small' },
    category: 'TOOL_REPETITION',
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
    ...{ id: 'stuck-browser', agent: 'form-filler', team: 'browsing', model: 'heron-2' },
    category: 'ERROR_REPETITION',
    opening:
      'form-filler clicks a button that a cookie banner covers. It does not listen: a person has to step in.',
    step: () => ({
      ...call('click', { selector: '#send' }, 'the element is covered by another element', true),
      ...SCREENSHOT,
    }),
    asks: true,
    obeys: 'pause',
    wayOut: [
      call('click', { selector: '#accept-cookies' }, 'the banner is gone'),
      call('click', { selector: '#send' }, 'the form was sent, reference F-90'),
      say('The form is sent: reference F-90.'),
    ],
    movingOn: 'form-filler closes the banner first, and the form goes out.',
  },
  {
    ...{ id: 'degenerate-stream', agent: 'chat-writer', team: 'chat', model: 'atlas-small' },
    category: 'TOKEN_REPETITION',
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
