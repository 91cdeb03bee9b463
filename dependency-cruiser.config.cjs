/** The flow of core, left to right: a folder may import itself and those to its left. */
const FLOW = [
  'text',
  'lexicon',
  'event',
  'features',
  'redact',
  'session',
  'stream',
  'detection',
  'verdict',
  'escalation',
  'recovery',
  'memory',
  'sink',
];
/** What presets may put together: the flow without what runs after a decision. */
const PRESET_PARTS = ['event', 'session', 'stream', 'detection', 'verdict', 'escalation', 'recovery'];

const CORE = '^packages/core/src/';
const TEST = '\\.test\\.ts$';
const ERROR = `${CORE}error\\.ts$`;
const TESTING = '^packages/[^/]+/src/testing/';
const TOP_FILE = `${CORE}[^/]+\\.ts$`;
const folder = (name) => `${CORE}${name}/`;

const flow = FLOW.map((name, index) => ({
  name: `flow-${name}`,
  comment: `Data flows one way: ${FLOW.join(' → ')}. "${name}" may not know what comes after it.`,
  severity: 'error',
  from: { path: folder(name) },
  to: { path: [...FLOW.slice(index + 1), 'presets', 'designs'].map(folder) },
}));

const core = [
  {
    name: 'flow-top',
    comment: 'The top files of core wire the flow; of these, a folder of the flow knows error.ts only.',
    severity: 'error',
    from: { path: FLOW.map(folder) },
    to: { path: TOP_FILE, pathNot: ERROR },
  },
  {
    name: 'known-folders',
    comment: 'A new folder of core needs its place in the flow: add it to FLOW in this file.',
    severity: 'error',
    from: {},
    to: { path: `${CORE}[^/]+/`, pathNot: [...FLOW, 'presets', 'designs', 'testing'].map(folder) },
  },
  {
    name: 'text-and-words-stand-alone',
    comment: 'text/ knows forms and no words, lexicon/ is words and no code; neither needs anything of core.',
    severity: 'error',
    from: { path: `${CORE}(text|lexicon)/`, pathNot: TEST },
    to: { path: CORE, pathNot: `${CORE}$1/` },
  },
  {
    name: 'error-stands-alone',
    comment: 'Everything may import error.ts, so it imports nothing.',
    severity: 'error',
    from: { path: ERROR },
    to: {},
  },
  {
    name: 'presets-are-data',
    comment: 'A preset names parts and numbers; it neither runs the flow nor knows who does.',
    severity: 'error',
    from: { path: folder('presets'), pathNot: TEST },
    to: { path: CORE, pathNot: [...PRESET_PARTS.map(folder), folder('presets'), folder('designs'), ERROR] },
  },
  {
    name: 'designs-are-strangers',
    comment: 'A design can be deleted as a unit, so it never imports another one; share through the flow.',
    severity: 'error',
    from: { path: `${CORE}designs/([^/]+)/` },
    to: { path: folder('designs'), pathNot: `${CORE}designs/$1/` },
  },
  {
    name: 'designs-by-registry',
    comment: 'Only the list of presets and the package entry know the designs.',
    severity: 'error',
    from: { path: CORE, pathNot: [folder('designs'), `${CORE}presets/index\\.ts$`, `${CORE}index\\.ts$`] },
    to: { path: folder('designs') },
  },
  {
    name: 'designs-are-data',
    comment: 'A design is made of parts of the flow; it neither runs the flow nor knows who does.',
    severity: 'error',
    from: { path: folder('designs'), pathNot: TEST },
    to: {
      path: CORE,
      pathNot: [...PRESET_PARTS.map(folder), folder('designs'), `${CORE}presets/preset\\.ts$`, ERROR],
    },
  },
  {
    name: 'settings-are-words',
    comment: 'Settings are read into options before anything runs; they know what options are, and no more.',
    severity: 'error',
    from: { path: `${CORE}designs/[^/]+/settings/`, pathNot: TEST },
    to: {
      path: CORE,
      pathNot: [`${CORE}designs/[^/]+/settings/`, `${CORE}detection/options\\.ts$`, ERROR],
    },
  },
  {
    name: 'core-is-pure',
    comment: 'packages/core does no I/O: no Node built-ins, no packages. Pass the data in.',
    severity: 'error',
    from: { path: CORE, pathNot: [TEST, TESTING] },
    to: { pathNot: CORE },
  },
  {
    name: 'detectors-are-strangers',
    comment: 'A detector never imports another detector; share through score.ts or what the event carries.',
    severity: 'error',
    from: { path: `${CORE}.+/detectors/([^/.]+)\\.`, pathNot: '/index\\.ts$' },
    to: { path: `${CORE}.+/detectors/`, pathNot: `/detectors/$1\\.` },
  },
];

const everywhere = [
  {
    name: 'packages-by-front-door',
    comment: 'Enter another package by its name and through its exports.',
    severity: 'error',
    from: { path: '^packages/([^/]+)/' },
    to: {
      path: '^packages/[^/]+/',
      // A folder of a package may be a door of its own: @rutbreak/proxy/mcp.
      pathNot: ['^packages/$1/', '^packages/[^/]+/src/index\\.ts$', '^packages/[^/]+/src/[^/]+/index\\.ts$'],
    },
  },
  {
    name: 'packages-by-name',
    comment: 'A relative path into another package would bundle a copy of it.',
    severity: 'error',
    from: { path: '^packages/([^/]+)/' },
    to: { path: '^packages/[^/]+/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
  },
  {
    name: 'testing-is-for-tests',
    comment:
      'testing/ needs vitest; nothing that runs in production may lead there. quality/ plays its scripts.',
    severity: 'error',
    from: { pathNot: [TEST, TESTING, '^quality/'] },
    to: { path: TESTING },
  },
  { name: 'tests-are-leaves', severity: 'error', from: {}, to: { path: TEST } },
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'resolvable',
    comment: 'An import that leads nowhere would slip past every rule above.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...flow, ...core, ...everywhere],
  options: {
    // Type-only imports count: a type from a later folder is knowledge of that folder.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['@rutbreak/source', 'types', 'import', 'default'],
      exportsFields: ['exports'],
    },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
  },
};
