/** The flow of core, left to right: a folder may import itself and those to its left. */
const FLOW = [
  'shared',
  'text',
  'lexicon',
  'fingerprint',
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
const PRESET_PARTS = [
  'fingerprint',
  'event',
  'session',
  'stream',
  'detection',
  'verdict',
  'escalation',
  'recovery',
];

const CORE = '^packages/core/src/';
/** What packages/core/package.json exports. */
const CORE_DOORS = `${CORE}(index|detectors|edge|designs/[^/]+/index|testing/index)\\.ts$`;
const TEST = '\\.test\\.ts$';
const ERROR = `${CORE}error\\.ts$`;
const TESTING = '^packages/[^/]+/src/testing/';
const TOP_FILE = `${CORE}(guard/)?[^/]+\\.ts$`;
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
    to: { path: `${CORE}[^/]+/`, pathNot: [...FLOW, 'presets', 'designs', 'guard', 'testing'].map(folder) },
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
    comment:
      'Only the list of presets knows the designs. A program enters one by @rutbreak/core/designs/NAME.',
    severity: 'error',
    from: { path: CORE, pathNot: [folder('designs'), `${CORE}presets/index\\.ts$`] },
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

const CLI = '^packages/cli/src/';
const cliFolder = (...names) => names.map((name) => `${CLI}${name}/`);

const cli = [
  {
    name: 'cli-commands-on-top',
    comment: 'commands/ reads flags and calls other folders. Only program.ts knows the commands.',
    severity: 'error',
    from: { path: CLI, pathNot: [TEST, TESTING, `${CLI}program\\.ts$`, ...cliFolder('commands')] },
    to: { path: cliFolder('commands') },
  },
  {
    name: 'cli-scan-before-report',
    comment: 'A scan finds, a report prints what was found. Pass in what a scan needs of a report.',
    severity: 'error',
    from: { path: cliFolder('scan'), pathNot: TEST },
    to: { path: cliFolder('report', 'hooks', 'init', 'doctor', 'store') },
  },
  {
    name: 'cli-transcripts-stand-alone',
    comment: 'Readers turn files into traces, and know nothing of what becomes of them.',
    severity: 'error',
    from: { path: cliFolder('transcripts'), pathNot: TEST },
    to: { path: cliFolder('scan', 'report', 'hooks', 'init', 'doctor', 'store', 'config', 'export') },
  },
  {
    name: 'cli-hooks-start-fast',
    comment: 'A hook is started for every call of an agent: it loads no reader, report or other command.',
    severity: 'error',
    from: { path: cliFolder('hooks', 'store'), pathNot: TEST },
    to: { path: cliFolder('scan', 'report', 'transcripts', 'init', 'doctor', 'export', 'tune') },
  },
];

const ADAPTERS = '^packages/adapters/src/';
const adapters = [
  {
    name: 'adapters-hooks-only-translate',
    comment: 'hooks/ translates between agents and the core. It knows no framework, gateway or process.',
    severity: 'error',
    from: { path: `${ADAPTERS}hooks/`, pathNot: TEST },
    to: { pathNot: [`${ADAPTERS}hooks/`, `${ADAPTERS}spans/fields\\.ts$`, '^packages/core/'] },
  },
  {
    name: 'adapters-run-knows-no-framework',
    comment: 'run/ and runs/ are shared by all adapters, so they import none of them.',
    severity: 'error',
    from: { path: `${ADAPTERS}runs?/`, pathNot: TEST },
    to: { path: ADAPTERS, pathNot: [`${ADAPTERS}runs?/`, `${ADAPTERS}gateway-client/`] },
  },
];

const PROXY = '^packages/proxy/src/';
const GATEWAY_CLIENT = `${PROXY}gateway-client/`;
const SHARED = `${PROXY}shared/`;

/** Rooms of one half of the proxy, innermost first: a room may import itself and those before it. */
const rooms = (home, names) =>
  names.slice(0, -1).map((name, index) => ({
    name: `${home}-${name}`,
    comment: `The rooms of ${home}, innermost first: ${names.join(', ')}. "${name}" may not import a later one.`,
    severity: 'error',
    from: { path: `${PROXY}${home}/${name}/`, pathNot: TEST },
    to: { path: names.slice(index + 1).map((later) => `${PROXY}${home}/${later}/`) },
  }));

const proxy = [
  ...rooms('mcp', ['wire', 'policy', 'audit', 'session', 'transport']),
  ...rooms('llm', ['protocols', 'conversation', 'request', 'stream', 'server']),
  {
    name: 'proxies-are-strangers',
    comment: 'The MCP proxy and the LLM proxy share the folder shared/ and nothing of each other.',
    severity: 'error',
    from: { path: `${PROXY}(mcp|llm)/` },
    to: { path: `${PROXY}(mcp|llm)/`, pathNot: `${PROXY}$1/` },
  },
  {
    name: 'proxy-knows-no-adapter',
    comment:
      'Adapters build on the proxy package and re-export its gateway client, never the other way round.',
    severity: 'error',
    from: { path: PROXY },
    to: { path: '^packages/(adapters|cli|dashboard)/' },
  },
  {
    name: 'proxy-shared-stands-alone',
    comment: 'shared/ holds helpers for all other folders, so it imports none of them.',
    severity: 'error',
    from: { path: SHARED, pathNot: TEST },
    to: { path: PROXY, pathNot: SHARED },
  },
  {
    name: 'gateway-client-stands-alone',
    comment: 'The one gateway client serves both proxies and the adapters, so it imports none of them.',
    severity: 'error',
    from: { path: GATEWAY_CLIENT, pathNot: TEST },
    to: { path: PROXY, pathNot: [GATEWAY_CLIENT, SHARED] },
  },
  {
    name: 'mcp-config-stands-alone',
    comment: "Reading a client's settings needs nothing of the proxy that serves them.",
    severity: 'error',
    from: { path: `${PROXY}mcp/config/`, pathNot: TEST },
    to: { path: PROXY, pathNot: [`${PROXY}mcp/config/`, SHARED] },
  },
];

const loopbench = [
  {
    name: 'loopbench-knows-core-only',
    comment: 'The benchmark measures detectors from outside: of our packages it knows the doors of core.',
    severity: 'error',
    from: { path: '^packages/loopbench/' },
    to: { path: '^packages/', pathNot: ['^packages/loopbench/', CORE_DOORS] },
  },
  {
    name: 'loopbench-page-prints',
    comment: 'page/ draws what bench/ found out, and nothing of the measuring knows how it is drawn.',
    severity: 'error',
    from: {
      path: '^packages/loopbench/src/(data|generate|detectors|recovery|rules|metamorphic|measure|bench)/',
      pathNot: TEST,
    },
    to: { path: '^packages/loopbench/src/page/' },
  },
];

const GATEWAY = '^packages/gateway/src/';
const room = (name) => `${GATEWAY}${name}/`;
/** The flow of the gateway, left to right: a room may import itself and those to its left. */
const GATEWAY_FLOW = [
  ['api'],
  ['store'],
  ['session'],
  ['engine'],
  ['security'],
  ['http'],
  ['hitl', 'topology', 'ops', 'archive', 'stream', 'webhook'],
  ['ingest'],
  ['demo'],
  ['routes'],
  ['federation'],
];

const gateway = [
  ...GATEWAY_FLOW.slice(0, -1).map((names, index) => ({
    name: `gateway-${names[0]}`,
    comment: `Rooms of the gateway: ${GATEWAY_FLOW.map((some) => some.join(', ')).join(' → ')}. A room may not import one to its right; it gets handlers from gateway.ts or works.ts.`,
    severity: 'error',
    from: { path: names.map(room), pathNot: TEST },
    to: {
      path: GATEWAY_FLOW.slice(index + 1)
        .flat()
        .map(room),
    },
  })),
  {
    name: 'gateway-top',
    comment: 'gateway.ts and works.ts wire the rooms, so no room imports them.',
    severity: 'error',
    from: { path: GATEWAY_FLOW.flat().map(room), pathNot: TEST },
    to: { path: `${GATEWAY}[^/]+\\.ts$`, pathNot: `${GATEWAY}log\\.ts$` },
  },
  {
    name: 'gateway-known-rooms',
    comment: 'A new room of the gateway needs its place in GATEWAY_FLOW in this file.',
    severity: 'error',
    from: {},
    to: { path: `${GATEWAY}[^/]+/`, pathNot: [...GATEWAY_FLOW.flat(), 'testing'].map(room) },
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
      pathNot: [
        '^packages/$1/',
        '^packages/[^/]+/src/index\\.ts$',
        '^packages/(?!core/)[^/]+/src/[^/]+/index\\.ts$',
        CORE_DOORS,
      ],
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
  forbidden: [...flow, ...core, ...cli, ...adapters, ...proxy, ...loopbench, ...gateway, ...everywhere],
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
