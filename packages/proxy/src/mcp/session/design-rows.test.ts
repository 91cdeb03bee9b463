// Rows of the designs through the MCP proxy: what the client reads with each result.
import { describe, expect, it } from 'vitest';
import {
  DESIGN_ROWS,
  type DesignRow,
  gatherSaid,
  saidOf,
  textOfResult,
} from '../../testing/replay/design-rows.js';
import { between, call, result } from '../../testing/mcp-between.js';

/** MCP does not carry prompts. */
const isCarried = ({ events }: DesignRow): boolean => events.every(({ kind }) => kind === 'call');

describe('the MCP proxy', () => {
  it.each(DESIGN_ROWS.filter(isCarried))('$row $name', (row) => {
    const { found, onDecision } = gatherSaid();
    const { preset, options = {} } = row;
    const { say, answer, toClient, clock, audited } = between({ relay: { preset, options, onDecision } });
    const heard: object[] = [];
    for (const [i, event] of row.events.entries()) {
      if (event.kind !== 'call') continue;
      clock.now += 1000;
      say(call(i, event.tool, event.args ?? {}));
      answer(result(i, textOfResult(event.result), event.isError === true ? ',"isError":true' : ''));
      const { content } = (JSON.parse(toClient()) as { result: { content: { text: string }[] } }).result;
      // The client reads what was decided about this call, with this call.
      const told = content.slice(1).map(({ text }) => text);
      const decided = found.splice(0);
      expect(told).toEqual(decided.map((one) => one.told));
      for (const one of decided) heard.push({ at: i + 1, ...one });
    }
    expect(heard).toEqual(saidOf(row));
    if (row.row === 'C6') expect(JSON.stringify([heard, audited])).not.toMatch(/loop/i);
  });
});
