import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRESETS } from '@rutbreak/core';
import { benchJson, benchText } from './bench/print-bench.js';
import { type BenchWish, runBench } from './bench/result.js';
import { type BenchFolders, ownFolder, ownFolders } from './data/folders.js';
import { commandDetector } from './detectors/command-detector.js';
import { type Detector, DetectorError } from './detectors/detector.js';
import { moduleDetector } from './detectors/module-detector.js';
import { presetDetector } from './detectors/preset-detector.js';
import { benchPage } from './page/page.js';
import { UsageError } from './usage-error.js';

/** What to measure and how to report; a preset if neither a module nor a command is named. */
export interface LoopbenchOptions extends BenchWish {
  readonly preset?: string;
  readonly module?: string;
  readonly command?: readonly string[];
  readonly json?: boolean;
  /** Where to write a page with plots. */
  readonly report?: string;
}

interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/** Runs the benchmark and prints the results. Returns the exit code: 2 if something could not be measured. */
export async function loopbench(
  options: LoopbenchOptions,
  { log, error }: Streams,
  folders?: BenchFolders,
): Promise<number> {
  let detector: Detector | undefined;
  try {
    detector = await detectorOf(options);
    const result = await runBench(detector, options, folders ?? ownFolders());
    if (options.report !== undefined) writeFileSync(options.report, benchPage(result));
    log(options.json === true ? benchJson(result) : benchText(result));
    return 0;
  } catch (problem) {
    if (!(problem instanceof UsageError || problem instanceof DetectorError)) throw problem;
    error(`error: ${problem.message}`);
    return 2;
  } finally {
    await detector?.close?.();
  }
}

async function detectorOf({ preset, module, command }: LoopbenchOptions): Promise<Detector> {
  const given = [preset, module, command].filter((one) => one !== undefined);
  if (given.length > 1) throw new UsageError('Name one detector: a preset, a module or a command.');
  if (module !== undefined) return moduleDetector(module);
  if (command !== undefined) return commandDetector(command);
  const name = preset ?? 'default';
  if (!PRESETS.includes(name))
    throw new UsageError(`There is no preset ${name}. Use one of: ${PRESETS.join(', ')}.`);
  return presetDetector(name);
}

export const TEMPLATES = ['javascript', 'python'] as const;
export type Template = (typeof TEMPLATES)[number];

/** A detector to start from. */
export function templateText(language: Template): string {
  const file = language === 'python' ? 'detector.py' : 'detector.mjs';
  return readFileSync(join(ownFolder(), 'templates', file), 'utf8');
}
