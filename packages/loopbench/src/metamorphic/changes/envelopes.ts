import type { Draw } from '../draw.js';
import { mapResults, textOf } from '../trace.js';
import type { Transformation } from '../transformation.js';

/** The envelopes that protocols and harnesses add to a result. */
export const mcpBlocks: Transformation = {
  id: 'mcp-blocks',
  summary: 'results as MCP content blocks',
  isSeedless: true,
  apply: (one) =>
    mapResults(one, (result, { isError }) => ({
      content: [{ type: 'text', text: textOf(result) }],
      ...(isError === true && { isError }),
    })),
};

export const jsonRpc: Transformation = {
  id: 'json-rpc',
  summary: 'results inside JSON-RPC answers with counted ids',
  apply: (one, draw) => {
    let id = draw.integer(1, 5000);
    const asText = draw.chance(0.5);
    return mapResults(one, (result) => {
      const answer = { jsonrpc: '2.0', id: id++, result };
      return asText ? JSON.stringify(answer) : answer;
    });
  },
};

export const meta: Transformation = {
  id: 'meta',
  summary: 'MCP content blocks with `_meta`: a fresh id and a duration under drawn names',
  apply: (one, draw) => {
    const [id, duration] = [draw.name(), draw.name()];
    return mapResults(one, (result) => ({
      content: [{ type: 'text', text: textOf(result) }],
      _meta: { [id]: draw.hex(16), [duration]: draw.integer(3, 9000) },
    }));
  },
};

type Pair = readonly [string, string];

export const usageFooter: Transformation = {
  id: 'usage-footer',
  summary: 'a last line with tokens, seconds and cost',
  apply: (one, draw) => {
    const footer = footerOf(draw);
    return mapResults(one, (result) => `${textOf(result)}\n${footer()}`);
  },
};

const BRACKETS: readonly [Pair, ...Pair[]] = [
  ['[', ']'],
  ['(', ')'],
  ['', ''],
  ['-- ', ''],
];

/** One style per trace, other numbers each time. */
function footerOf(draw: Draw): () => string {
  const [open, close] = draw.pick(BRACKETS);
  const separator = draw.pick([' · ', ', ', ' | ', '; ']);
  const tokens = draw.pick(['tokens', 'tok', 'tokens used']);
  const seconds = draw.pick(['s', ' s', ' sec', ' seconds']);
  const currency = draw.pick(['$', '€', 'USD ']);
  const order = draw.shuffle([0, 1, 2]);
  return () => {
    const parts = [
      `${draw.integer(40, 9000)} ${tokens}`,
      `${(draw.next() * 30).toFixed(1)}${seconds}`,
      `${currency}${(draw.next() * 2).toFixed(2)}`,
    ];
    return open + order.map((i) => parts[i]).join(separator) + close;
  };
}

export const tagFrame: Transformation = {
  id: 'tag-frame',
  summary: 'results inside tags of a harness, followed by a tag with a number',
  apply: (one, draw) => {
    const [frame, attribute, extra] = [draw.word(), draw.word(), draw.word()];
    return mapResults(
      one,
      (result) =>
        `<${frame} ${attribute}="${draw.hex(8)}">\n${textOf(result)}\n</${frame}>\n` +
        `<${extra}>${draw.integer(1, 99_999)}</${extra}>`,
    );
  },
};
