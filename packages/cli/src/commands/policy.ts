import { readFile } from 'node:fs/promises';
import { RutbreakError } from '@rutbreak/core';
import type { Policy, PolicyCall, Ruling } from '@rutbreak/proxy/mcp';
import type { Command } from 'commander';
import { describeError } from '../errors/report-errors.js';
import type { Io } from '../io.js';
import { escapeText } from '../text.js';

const EXIT = { allowed: 0, notAllowed: 1, badInput: 2 } as const;

const EXAMPLES = `
Example:
  rutbreak policy test policy.yaml call.json

  call.json: {"server": "files", "tool": "write_file", "args": {"path": "/etc/hosts"}}
  A "tools/call" request as clients send it will do as well; "-" is standard input.

Exit code:
  0  the call is allowed
  1  the call is denied, or a person is asked
  2  a file could not be read
`;

export function addPolicy(program: Command, io: Io, end: (code: number) => void): void {
  const policy = program.command('policy').summary('policies for tool calls').enablePositionalOptions();
  policy
    .command('test')
    .summary('show what a policy decides about a call, and why')
    .description('Show what a policy decides about a call, and why.')
    .argument('<file>', 'the policy, YAML')
    .argument('<call>', 'the call, JSON')
    .option('--json', 'one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, call: string, options: { json?: boolean }) => {
      end(await testPolicy(file, call, options.json ?? false, io));
    });
}

async function testPolicy(file: string, callFile: string, isJson: boolean, io: Io): Promise<number> {
  const { decide, misfit, readPolicy } = await import('@rutbreak/proxy/mcp');
  try {
    const policy = readPolicy(await readFile(file, 'utf8'), file);
    const call = readCall(await readInput(callFile, io), callFile);
    const ruling = decide(policy, call);
    const text = isJson ? jsonOf(ruling) : explain(policy, call, ruling, misfit);
    await io.stdout.write(text);
    return ruling.action === 'allow' ? EXIT.allowed : EXIT.notAllowed;
  } catch (error) {
    const sentence = describeError(error);
    if (sentence === undefined) throw error;
    await io.stderr.write(`error: ${escapeText(sentence)}\n`);
    return EXIT.badInput;
  }
}

async function readInput(file: string, { stdin }: Io): Promise<string> {
  if (file !== '-') return readFile(file, 'utf8');
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function readCall(text: string, file: string): PolicyCall {
  const hint = 'Use {"server": "…", "tool": "…", "args": {…}}.';
  const fail = (): never => {
    throw new RutbreakError('OPTION_TYPE', { option: file, hint });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail();
  }
  if (typeof value !== 'object' || value === null) return fail();
  const { params, server = '', ...rest } = value as Readonly<Record<string, unknown>>;
  const call = (typeof params === 'object' && params !== null ? params : rest) as Readonly<
    Record<string, unknown>
  >;
  const tool = call['tool'] ?? call['name'];
  if (typeof tool !== 'string' || typeof server !== 'string') return fail();
  return { server, tool, args: call['args'] ?? call['arguments'] };
}

function jsonOf({ action, rule }: Ruling): string {
  const { line, name, reason } = rule ?? {};
  return `${JSON.stringify({ action, rule: rule ? { line, name, reason } : null })}\n`;
}

function explain(
  { rules }: Policy,
  call: PolicyCall,
  { action, rule }: Ruling,
  misfit: (rule: Policy['rules'][number], call: PolicyCall) => string | undefined,
): string {
  const tried = rule ? rules.slice(0, rules.indexOf(rule)) : rules;
  const lines = tried.map(
    (one) => `  line ${one.line}: ${one.action} does not fit, ${misfit(one, call) ?? ''}`,
  );
  const decided = rule
    ? `  line ${rule.line}: ${action}${rule.reason === undefined ? '' : `, ${rule.reason}`}`
    : '  no rule fits, so the default holds';
  return `${action}\n${[...lines, decided].map(escapeText).join('\n')}\n`;
}
