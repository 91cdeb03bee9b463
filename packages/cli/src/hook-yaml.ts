/** In the hook's file, this stands for `config/yaml.ts`: the parser is loaded when there is a configuration to read. */
import type { parseYaml as Parse } from './config/yaml.js';

/** Built from `config/yaml.ts`, beside the hook's file. */
const PARSER = './hook-yaml.cjs';

export const parseYaml: typeof Parse = (text) =>
  // An import would be loaded at the start, or would make this function asynchronous.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  (require(PARSER) as { readonly parseYaml: typeof Parse }).parseYaml(text);
