// A server that goes wrong on request: the name of the tool says how.
import { writeSync } from 'node:fs';

const answer = (id, text) =>
  writeSync(1, `${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })}\n`);

const tools = {
  echo: (id, { message }) => answer(id, message),
  // Half a line, and gone.
  die() {
    writeSync(1, '{"jsonrpc":"2.0","id":1,"res');
    process.kill(process.pid, 'SIGKILL');
  },
  never: () => undefined,
  flood(id, { lines }) {
    const note = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x'.repeat(1000) } })}\n`;
    const piece = note.repeat(64);
    const write = (left) => {
      if (left <= 0) return answer(id, 'flooded');
      process.stdout.write(piece, () => write(left - 64));
    };
    write(lines);
  },
  huge(id, { bytes }) {
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
    const piece = 'x'.repeat(1 << 20);
    const write = (left) => {
      if (left <= 0) return process.stdout.write('"}]}}\n');
      process.stdout.write(piece, () => write(left - piece.length));
    };
    write(bytes);
  },
  pid: (id) => answer(id, String(process.pid)),
};

// It neither ends with its input nor on request: it has to be made to.
if (process.argv.includes('--stubborn')) {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (method === 'tools/call') tools[params.name](id, params.arguments ?? {});
    else if (id !== undefined) writeSync(1, `${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`);
  }
});
