#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT } from './errors/exit.js';
import { readEnvironment } from './config/environment.js';
import { outputTo } from './io.js';
import { agentIn } from './session/guarded-agent.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const { stdin, stdout, stderr } = process;
const environment = readEnvironment();
let trouble: Error | undefined;
const out = outputTo(stdout, (error) => (trouble = error));
// There is no other stream to report to.
const err = outputTo(stderr, () => undefined);
const args = process.argv.slice(2);

// `init` writes a faster command, which starts hook.cjs; this is for settings that name `rutbreak` itself.
if (args[0] === 'hook' && !args.includes('--help') && !args.includes('-h')) {
  const { runCached } = await import('./hooks/code-cache.js');
  const file = fileURLToPath(new URL('./hook-main.cjs', import.meta.url));
  const { code, isReading } = await runCached(file, join(environment.dataDir, 'cache'), args.slice(1));
  // An input that never ends must not keep the process alive.
  if (isReading) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

try {
  const { run } = await import('./program.js');
  const exitCode = await run(args, {
    stdin,
    stdout: out,
    stderr: err,
    pipes: { input: stdin, output: stdout },
    columns: stdout.isTTY ? stdout.columns : undefined,
    errorColumns: stderr.isTTY ? stderr.columns : undefined,
    scanWorker: new URL('./scan-worker.js', import.meta.url),
    // `isTTY` is undefined for a pipe, whatever its type says; the colour library would then read the
    // environment.
    isColourful: stdout.isTTY ? environment.mayColour : false,
    version,
    script: fileURLToPath(import.meta.url),
    surroundings: { home: homedir(), folder: process.cwd(), ...environment.agents },
    env: environment.config,
    dataDir: environment.dataDir,
    agent: agentIn(environment.all),
    permitsOverride: environment.all['LOOP_DETECTION_OVERRIDE'] === 'true',
  });
  if (trouble) stderr.write(`error: the result could not be written: ${trouble.message}\n`);
  process.exitCode = trouble ? EXIT.badInput : exitCode;
} catch (error) {
  // Node would end with 1, which means "loops found" here.
  process.exitCode = EXIT.badInput;
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(`rutbreak failed unexpectedly. Please report this with the command you ran:\n${what}\n`);
}
