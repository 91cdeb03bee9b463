import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../testing/run-cli.js';
import { parseConfig, readConfigFile } from './file.js';
import { findConfigFile } from './find.js';

const YAML = `# limits
loop_detection:
  defaults:
    tool_repetition_threshold: 3
    window_size: 10
  model_overrides:
    gpu: {}
    gpu.4.1: { output_similarity_threshold: 0.9 }
tools: [a,
  b]
`;

describe('a configuration file', () => {
  it('is YAML', () => {
    expect(parseConfig(YAML, 'c.yaml').value).toEqual({
      loop_detection: {
        defaults: { tool_repetition_threshold: 3, window_size: 10 },
        model_overrides: { gpu: {}, 'gpu.4.1': { output_similarity_threshold: 0.9 } },
      },
      tools: ['a', 'b'],
    });
  });

  it.each([
    ['JSON', '{"a": {"b": [1, true, null]}}', { a: { b: [1, true, null] } }],
    ['nothing', '', {}],
    ['a comment', '# later\n', {}],
    ['a byte order mark', '\ufeffa: 1', { a: 1 }],
    ['words that YAML 1.1 took for switches', 'a: no\nb: on', { a: 'no', b: 'on' }],
    ['a key that is special elsewhere', '__proto__: {x: 1}', JSON.parse('{"__proto__": {"x": 1}}')],
  ])('may be %s', (_, text, value) => expect(parseConfig(text, 'c').value).toEqual(value));

  it.each([
    ['loop_detection', 2],
    ['loop_detection.defaults.window_size', 5],
    ['loop_detection.model_overrides.gpu.4.1.output_similarity_threshold', 8],
    ['loop_detection.model_overrides.gpu', 7],
    ['tools.1', 10],
    ['tools.9', 9],
    ['loop_detection.defaults.not there', 3],
    ['', 1],
  ])('knows the line of %j', (path, line) => expect(parseConfig(YAML, 'c').lineOf(path)).toBe(line));

  it.each([
    ['a key given twice', 'a: 1\nb: 2\na: 3\n', 3, 'unique'],
    ['an open bracket', 'a: [1,\n', 2, 'flow'],
    ['a tab', 'a:\n\tb: 1', 2, 'tab'],
    ['two documents', 'a: 1\n---\nb: 2', 2, 'multiple documents'],
  ])('%s: an error with path and line', (_, text, line, why) => {
    expect(() => parseConfig(text, 'my.yaml')).toThrow(
      new RegExp(`CONFIG_FILE: .*path my\\.yaml, line ${line}, why .*${why}`, 'is'),
    );
  });

  it('with exponential expansion is refused', () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) =>
        `l${i}: &l${i} [${Array(9)
          .fill(i === 0 ? 'x' : `*l${i - 1}`)
          .join(', ')}]`,
    );
    expect(() => parseConfig(levels.join('\n'), 'c')).toThrow(/CONFIG_FILE.*alias/is);
  });

  it('is searched upwards, with and without success', () => {
    const { path, remove } = folderOf({
      'rutbreak.config.yml': 'a: 1',
      'deep/er/x': '',
      'two/rutbreak.config.json': '{}',
      'two/rutbreak.config.yaml': '',
    });
    expect(findConfigFile(join(path, 'deep/er'))).toBe(join(path, 'rutbreak.config.yml'));
    expect(readConfigFile(join(path, 'rutbreak.config.yml')).value).toEqual({ a: 1 });
    expect(() => findConfigFile(join(path, 'two'))).toThrow(/CONFIG_FILE.*keep one of them/s);
    expect(() => readConfigFile(join(path, 'none.yaml'))).toThrow(/none\.yaml, why there is no such file/);
    mkdirSync(join(path, 'folder.yaml'));
    expect(() => readConfigFile(join(path, 'folder.yaml'))).toThrow(/^CONFIG_FILE/);
    remove();
  });
});
