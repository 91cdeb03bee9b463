import type { Case } from '../../data/case.js';
import { mapEvents } from '../trace.js';
import type { Transformation } from '../transformation.js';

/** Folders and a file with an extension; URLs start differently. */
const PATH = /(?<![\w:/\\.@-])(?:\.{0,2}\/)?(?:[\w.@-]+\/)+[\w@-]+\.[a-z]\w{0,4}(?![\w/])/gi;

/** Changes paths everywhere, or in one field of the events. */
function mapPaths(one: Case, change: (path: string) => string, field?: string): Case {
  const inText = (text: string): string => text.replaceAll(PATH, change);
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(inValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inValue(item)]));
  };
  return mapEvents(one, (event) => {
    // A stream may split a path, and half of it would be changed inconsistently.
    if (event['kind'] === 'delta') return event;
    const changed = field === undefined ? inValue(event) : { ...event, [field]: inValue(event[field]) };
    const next = changed as typeof event;
    return JSON.stringify(next) === JSON.stringify(event) ? event : next;
  });
}

export const windowsPaths: Transformation = {
  id: 'windows-paths',
  summary: 'paths as on Windows, below a drawn folder',
  apply: (one, draw) => {
    const root = `C:\\${draw.word()}\\${draw.word()}\\`;
    return mapPaths(one, (path) => root + path.replace(/^\.{0,2}\//, '').replaceAll('/', '\\'));
  },
};

export const absolutePaths: Transformation = {
  id: 'absolute-paths',
  summary: 'paths below a drawn absolute folder',
  apply: (one, draw) => {
    const root = `/${draw.word()}/${draw.word()}/`;
    return mapPaths(one, (path) => root + path.replace(/^\.{0,2}\//, ''));
  },
};

/** Models spell a path in several ways; tools do not. */
export const dotPaths: Transformation = {
  id: 'dot-paths',
  summary: 'some relative paths of arguments with ./ in front',
  apply: (one, draw) => {
    const spell = (path: string): string => (/^[./]/.test(path) || draw.chance(0.5) ? path : `./${path}`);
    return mapPaths(one, spell, 'args');
  },
};
