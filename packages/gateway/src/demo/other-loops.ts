import { VOTES_MODEL } from './guard.js';
import { call, type DemoEvent, read, say, type Story } from './story.js';

const QUERIES = [
  ...['refund policy gift card', 'gift card refund policy', 'policy for refund of gift card'],
  ...['refund policy of a gift card', 'refund rule gift card policy', 'gift card policy on refund'],
];
const BEGINNINGS = [
  'carefully',
  'first',
  'fully',
  'properly',
  'really',
  'clearly',
  'completely',
  'thoroughly',
];
const PAGES = ['overview', 'methods', 'results', 'glossary', 'appendix', 'credits', 'contact', 'sources'];
const DB_ERRORS = [
  ...['connect ECONNREFUSED 127.0.0.1:5432', 'the database system is starting up'],
  ...['connection terminated unexpectedly', 'connect ECONNREFUSED ::1:5432'],
  ...['password authentication failed for user "app"', 'too many clients already'],
];

const NOTES = [
  ['import.py', 'parse_row takes one row and returns a dict; 212 lines'],
  ['profile.txt', '71 % parse_row, 18 % insert, 11 % other'],
  ['STYLE.md', 'functions are short, names say what they do'],
  ['rows.csv', 'id,name,date,amount and 40,000 rows'],
  ['test_import.py', '12 tests of the importer, all pass'],
] as const;
/** In no order: a round trip would be another kind of loop. */
const READING = [0, 2, 1, 4, 0, 1, 2, 3, 4, 1, 0, 3, 2, 4, 0, 3, 1, 2, 0, 4, 3, 1, 2, 4];

const TYPE_ERRORS = [
  "src/users.ts(31,9): error TS2345: Argument of type 'string | undefined' is not assignable to type 'string'.",
  "src/session.ts(12,3): error TS2322: Type 'string' is not assignable to type 'string | undefined'.",
];

const cart = (before: string, after: string): DemoEvent => ({
  ...{ kind: 'edit', path: 'web/Cart.tsx', before, after },
});
/** A text that streams in, one sentence with each step. */
const streamed =
  (opening: string, again: (n: number) => string) =>
  (n: number): DemoEvent => ({ kind: 'delta', text: n === 0 ? opening : again(n) });
/** Loops in what agents do. */
const DEEDS: readonly Story[] = [
  {
    ...{ id: 'same-search', agent: 'policy-search', team: 'support', model: 'heron-2' },
    category: 'TOOL_PARAMETER_DRIFT',
    opening: 'policy-search looks for one rule in ever other words. The answer is always the same.',
    step: (n) => call('search', { query: QUERIES[n % QUERIES.length] }, 'no results'),
    obeys: 'nudge',
    wayOut: [
      call('list_documents', { folder: 'policies' }, 'returns.md, gift-cards.md, shipping.md'),
      read('policies/gift-cards.md', 'Gift cards are paid back within 14 days.'),
      say('Gift cards are paid back within 14 days.'),
    ],
    movingOn: 'policy-search lists the documents and reads the right one.',
  },
  {
    ...{ id: 'flapping-task', agent: 'release-bot', team: 'coding', model: 'heron-2' },
    category: 'STATE_OSCILLATION',
    opening: 'release-bot closes a task, opens it again, and never reaches the last one.',
    step: (n) => call('set_task', { task: 'upload test', status: n % 2 === 0 ? 'done' : 'open' }, 'saved'),
    obeys: 'redirect',
    wayOut: [
      call('Bash', { command: 'npx vitest run upload' }, 'Tests: 14 passed'),
      call('Bash', { command: 'git tag v4.2' }, 'tagged 9f2c as v4.2'),
      say('All 14 upload tests pass, and release 4.2 is tagged.'),
    ],
    movingOn: 'release-bot runs the test once, keeps the task closed and tags the release.',
  },
  {
    ...{ id: 'done-and-undone', agent: 'cent-fixer', team: 'coding', model: VOTES_MODEL },
    category: 'STATE_REGRESSION',
    opening: 'cent-fixer changes the rounding, undoes it, and makes the same change again.',
    step: (n) =>
      n % 2 === 0
        ? cart(n % 4 === 0 ? 'round-each' : 'round-sum', n % 4 === 0 ? 'round-sum' : 'round-each')
        : call(
            'run_tests',
            { filter: 'Cart', run: n },
            `FAIL Cart.test.tsx in ${20 + n} ms: off by one cent`,
          ),
    obeys: 'nudge',
    wayOut: [
      read('web/money.ts', 'amounts are floating point numbers'),
      cart('round-each', 'whole-cents'),
      call('run_tests', { filter: 'Cart' }, 'PASS Cart.test.tsx, 31 tests'),
    ],
    movingOn: 'cent-fixer counts in whole cents, which ends the dispute.',
  },
  {
    ...{ id: 'two-goals', agent: 'import-tuner', team: 'coding', model: 'heron-2' },
    category: 'GOAL_DRIFT',
    opening:
      'import-tuner cannot decide: make it fast, or clean it up first? It reads the same files over and over and changes nothing.',
    step(n: number): DemoEvent {
      const [path, text] = NOTES[READING[n % READING.length] ?? 0] ?? ['', ''];
      return read(path, text);
    },
    obeys: 'redirect',
    wayOut: [
      call('profile', { command: 'python import.py' }, '71 % parse_row, 18 % insert'),
      call(
        'Edit',
        { path: 'import.py', new: 'parse_row with one regular expression' },
        'import.py was changed',
      ),
      call('profile', { command: 'python import.py' }, '22 % parse_row, 51 % insert'),
    ],
    movingOn: 'import-tuner stays with one goal and measures before it changes anything.',
  },
  {
    ...{ id: 'whack-a-mole', agent: 'type-fixer', team: 'coding', model: 'atlas-small' },
    category: 'ERROR_WHACK_A_MOLE',
    opening: 'type-fixer repairs one type error and brings the other one back, in turn.',
    step: (n) =>
      n % 2 === 0
        ? call('Bash', { command: 'npx tsc --noEmit' }, TYPE_ERRORS[(n / 2) % 2] ?? '', true)
        : call(
            'apply_patch',
            {
              path: n % 4 === 1 ? 'src/users.ts' : 'src/session.ts',
              patch: n % 4 === 1 ? '+ name: string | undefined' : '+ name: string',
            },
            `applied, ${n} lines`,
          ),
    obeys: 'nudge',
    wayOut: [
      read('src/user.ts', 'interface User { name?: string }'),
      call('Edit', { path: 'src/user.ts', new: 'name: string | null' }, 'src/user.ts was changed'),
      call('Bash', { command: 'npx tsc --noEmit' }, 'no errors in 212 files'),
    ],
    movingOn: 'type-fixer changes the type that both files share.',
  },
  {
    ...{ id: 'same-remedy', agent: 'db-migrator', team: 'operations', model: 'heron-2' },
    category: 'FIX_REPETITION',
    opening: 'db-migrator meets every database error with the same restart.',
    step: (n) => ({
      ...{ kind: 'error', type: 'MigrationFailed', message: DB_ERRORS[n % DB_ERRORS.length] },
      fix: 'restart the postgres container and run the migration again',
    }),
    obeys: 'nudge',
    wayOut: [
      read('config/staging.env', 'DB_HOST=db-old.internal'),
      call('Edit', { path: 'config/staging.env', new: 'DB_HOST=db.internal' }, 'staging.env was changed'),
      call('Bash', { command: 'npm run migrate' }, '12 migrations applied'),
    ],
    movingOn: 'db-migrator reads the settings and finds the wrong host name.',
  },
];

/** Loops in what agents write. */
const WORDS: readonly Story[] = [
  {
    ...{ id: 'about-to-begin', agent: 'bill-reader', team: 'support', model: 'atlas-large' },
    category: 'OUTPUT_PARAPHRASE',
    opening: 'bill-reader says what it is about to do, in slightly other words, and does not do it.',
    step: (n) =>
      say(
        `I need to ${BEGINNINGS[n % BEGINNINGS.length] ?? ''} understand how the billing worker picks up failed invoices before I change anything. The retry queue is filled by the scheduler, which reads the invoice table once a minute.`,
      ),
    obeys: 'nudge',
    wayOut: [
      read('billing/worker.py', 'def take(invoice): invoice.state = "taken"'),
      call('Edit', { path: 'billing/worker.py', new: 'with lock(invoice):' }, 'worker.py was changed'),
      say('The worker takes a lock now, so that no invoice is charged twice.'),
    ],
    movingOn: 'bill-reader opens the file, and the cause is in its first lines.',
  },
  {
    ...{ id: 'same-report', agent: 'page-checker', team: 'browsing', model: VOTES_MODEL },
    category: 'OUTPUT_STRUCTURAL',
    opening: 'page-checker fills in the same report for page after page, without opening any.',
    step: (n) =>
      say(
        `## Page ${PAGES[n % PAGES.length] ?? ''}\n\n- it loads\n- no error is shown\n- the figure is missing\n\nI go on with the next page.`,
      ),
    obeys: 'nudge',
    wayOut: [
      call('browser_search', { text: 'Figure 7' }, 'found on the page “results”, below table 3'),
      call('screenshot', { page: 'results' }, 'saved results.png'),
      say('Figure 7 belongs on the page “results”. The link to its picture is broken.'),
    ],
    movingOn: 'page-checker searches for the figure instead of reporting on pages.',
  },
  {
    ...{ id: 'second-thoughts', agent: 'chess-coach', team: 'chat', model: 'heron-2' },
    category: 'PHRASE_LOOP',
    opening: 'chess-coach thinks aloud and comes back to one sentence, without end.',
    step: streamed(
      'White can take the pawn on e5. ',
      () => 'Wait, let me look at the other side of the board once more. ',
    ),
    obeys: 'nudge',
    wayOut: [
      say('Take the pawn on e5: Black has no good answer.'),
      call('save', { file: 'game-12.pgn' }, 'saved move 23'),
    ],
    movingOn: 'chess-coach gives its answer.',
  },
  {
    ...{ id: 'hollow-list', agent: 'roll-out', team: 'operations', model: 'atlas-large' },
    category: 'STRUCTURAL_LOOP',
    opening: 'roll-out writes a checklist. Its points differ by nothing but their number.',
    step: streamed(
      'Here is the checklist for the roll-out:\n\n',
      (n) =>
        `Step ${n}: open the page of the region, read its state, compare it with the plan and write it down.\nThen close the page and go on with the next region of the list, as was said before.\n`,
    ),
    obeys: 'nudge',
    wayOut: [
      call('list_regions', {}, 'north, south, east'),
      say(
        '1. Deploy to north. 2. Watch the errors for an hour. 3. Deploy to south and east. 4. Remove the old version.',
      ),
      call('save', { file: 'roll-out.md' }, 'saved 4 points'),
    ],
    movingOn: 'roll-out looks up the regions and writes four points that differ.',
  },
];

export const OTHER_LOOPS: readonly Story[] = [...DEEDS, ...WORDS];
