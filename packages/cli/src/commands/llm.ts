import { liftingInText } from '@rutbreak/core/edge';
import {
  createLlmProxy,
  type LlmProxyOptions,
  type LlmReport,
  ON_LOOP,
  type OnLoop,
} from '@rutbreak/proxy/llm';
import { type Command, Option } from 'commander';
import { createGatewayLink, type GatewayLink } from '@rutbreak/proxy/gateway-client';
import { readEnvironment } from '../config/environment.js';
import type { ConfigFlags } from '../config/load.js';
import type { Io } from '../io.js';
import { cut, escapeText, safeJson } from '../text.js';
import { serveControl } from '../session/control-socket.js';
import { wayBack } from '../session/guarded-agent.js';
import { type LiveProxy, liveSessions } from '../session/live-sessions.js';
import { openArchive } from '../store/archive-file.js';
import { configFlags, configOf } from '../config/flags.js';
import { portNumber, ratio, secondsFlag, wholeNumber } from '../config/number-flags.js';
import { EXIT } from '../errors/exit.js';
import { reportErrors } from '../errors/report-errors.js';
import { onStopSignal } from '../stop-signal.js';

const EXAMPLES = `
Examples:
  rutbreak llm --upstream https://api.anthropic.com
  rutbreak llm --upstream https://api.openai.com --on-loop retry --json

Then set the address for the agent:
  ANTHROPIC_BASE_URL=http://127.0.0.1:7879 claude
  OPENAI_BASE_URL=http://127.0.0.1:7879/v1 my-agent
  GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:7879 gemini

The proxy forwards API keys and neither stores nor prints them. Ctrl-C ends it.
`;

export interface LlmOptions extends ConfigFlags {
  readonly upstream: string;
  readonly port: number;
  readonly host: string;
  readonly onLoop: OnLoop;
  readonly blockAbove?: number;
  readonly minInterval?: number;
  readonly maxInterventions?: number;
  readonly gateway?: string;
  readonly json?: boolean;
}

export function addLlm(program: Command, io: Io, end: (code: number) => void): void {
  const command = program
    .command('llm')
    .summary('run a proxy before a model')
    .description(
      'Run a proxy between agents and a model: end answers that repeat themselves, and tell the\nmodel when its calls do. Speaks OpenAI chat and Responses, Anthropic Messages and Gemini.',
    )
    .requiredOption('-u, --upstream <url>', 'the API that gets the requests')
    .option('--port <number>', 'the port to listen on', portNumber, 7879)
    .option('--host <address>', 'the address to listen on; by default only this machine', '127.0.0.1');
  configFlags(command)
    .addOption(
      new Option('--on-loop <action>', 'how to end an answer that repeats itself')
        .choices(ON_LOOP)
        .default('halt'),
    )
    .option('--block-above <ratio>', 'the confidence that ends an answer (default: 0.95)', ratio)
    .option(
      '--min-interval <seconds>',
      'least time between interventions in one answer (default: 15)',
      secondsFlag,
    )
    .option(
      '--max-interventions <count>',
      'most interventions in one answer; 0 ends no answer (default: 6)',
      wholeNumber,
    )
    .option('--gateway <url>', 'report to a gateway, whose people can pause an agent')
    .option('--json', 'print one line of JSON per finding and action')
    .addHelpText('after', EXAMPLES)
    .action(async (options: LlmOptions) => {
      end(await serveLlm(options, io, onStopSignal().stopped));
    });
}

/** Runs the proxy until `stopped` resolves. */
export async function serveLlm(options: LlmOptions, io: Io, stopped: Promise<void>): Promise<number> {
  const { host, port } = options;
  return reportErrors(io, () => runProxy(options, io, stopped), { host, port, command: 'rutbreak llm' });
}

async function runProxy(options: LlmOptions, io: Io, stopped: Promise<void>): Promise<number> {
  const { guard, config } = await configOf(options, io);
  const onTrouble = (text: string): void => void io.stderr.write(`rutbreak: ${escapeText(text)}\n`);
  const gateway = options.gateway === undefined ? undefined : linkTo(options.gateway, onTrouble);
  const live = liveSessions(openArchive(io.dataDir, config.archiveConsent));
  let { port } = options;
  const own = live.add((session) => `llm:${port}/${session}`);
  const proxy = createLlmProxy({
    ...proxyOptions(options),
    ...guard,
    ...(gateway && { gateway }),
    ...{ onDecision: own.onDecision, findLifting: liftingInText },
    onReport: (report) => {
      if (config.statusLine || options.json === true) tell(report, options, own, io);
    },
    onTrouble,
  });
  own.attach(proxy.sessions);
  const url = await proxy.listen({ port, host: options.host });
  port = Number(new URL(url).port);
  const closeControl = await serveControl(io.dataDir, live, onTrouble);
  await io.stderr.write(greeting(url, options));
  await stopped;
  closeControl();
  await proxy.close();
  await gateway?.close();
  return EXIT.nothingFound;
}

/** The key is in RUTBREAK_TOKEN, as for `mcp --gateway`. */
function linkTo(url: string, onTrouble: (text: string) => void): GatewayLink {
  const { token } = readEnvironment();
  return createGatewayLink({ url, onTrouble, ...(token !== undefined && { token }) });
}

function proxyOptions(options: LlmOptions): Pick<LlmProxyOptions, 'upstream' | 'onLoop'> {
  const { upstream, onLoop, blockAbove, minInterval, maxInterventions } = options;
  return {
    ...{ upstream, onLoop },
    ...(blockAbove !== undefined && { blockAbove }),
    ...(minInterval !== undefined && { minInterval }),
    ...(maxInterventions !== undefined && { maxInterventions }),
  };
}

export function greeting(url: string, { upstream, host }: Pick<LlmOptions, 'upstream' | 'host'>): string {
  const isLocal = /^(?:127\.[\d.]+|::1|localhost)$/.test(host);
  const warning = isLocal ? '' : 'warning: anybody who can reach this address can use it.\n';
  return `${warning}rutbreak: ${url} → ${escapeText(upstream)}. Ctrl-C ends it.\n`;
}

const DEEDS: Readonly<Record<LlmReport['kind'], string>> = {
  caution: 'looks like a loop, left alone',
  halt: 'answer ended',
  error: 'answer broken off with an error',
  retry: 'asked again',
  note: 'note sent to the model',
  answer: 'answered without the model',
};

function tell(report: LlmReport, { json = false }: LlmOptions, { nameOf }: LiveProxy, io: Io): void {
  const session = nameOf(report.session);
  if (json) return void io.stdout.write(`${safeJson({ ...report, session })}\n`);
  const { kind, brief, model, confidence } = report;
  const what = `${DEEDS[kind]}: ${brief} (${Math.round(confidence * 100)} % sure)`;
  const lines = [cut(escapeText(`${session}, ${model}: ${what}`), 400)];
  if (kind === 'answer') lines.push(...wayBack(session).split('\n').map(escapeText));
  void io.stderr.write(lines.map((line) => `rutbreak: ${line}\n`).join(''));
}
