/** One entry of a server-sent stream. */
export interface Entry {
  readonly id: string;
  readonly topic: string;
  readonly data: string;
}

export interface Parser {
  /** The entries that this chunk completes; the rest waits for the next one. */
  readonly push: (chunk: string) => readonly Entry[];
}

/** Parses text/event-stream, independent of chunk boundaries. */
export function createParser(): Parser {
  let rest = '';
  let id = '';
  return {
    push(chunk) {
      const text = rest + chunk;
      // A chunk may end between \r and \n: keep the \r until the next chunk.
      const end = text.endsWith('\r') ? text.length - 1 : text.length;
      const blocks = text.slice(0, end).replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n\n');
      rest = (blocks.pop() ?? '') + text.slice(end);
      const entries = blocks.map((block) => readBlock(block, id));
      id = entries.at(-1)?.id ?? id;
      return entries.filter(({ data }) => data !== '');
    },
  };
}

function readBlock(block: string, before: string): Entry {
  let id = before;
  let topic = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id') id = value;
    if (name === 'event') topic = value;
    if (name === 'data') data.push(value);
  }
  return { id, topic, data: data.join('\n') };
}
