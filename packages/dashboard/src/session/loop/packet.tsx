import type { Packet } from '../../contract.js';
import { dateTime, json, plain, words } from '../../format.js';
import { CopyButton, Panel } from '../../parts/bits.js';
import { Fact } from '../../parts/fact.js';

/** In the time zone of the page. */
function timeOf(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? plain(text, 30) : dateTime(at);
}

interface Attempt {
  readonly what: string;
  readonly count: number;
}

/** Earlier attempts, the first one first. Those that differ in their count only are one, with the newest count. */
function countBy(attempts: Packet['loop_metadata']['previous_attempts']): readonly Attempt[] {
  const found = new Map<string, Attempt>();
  for (const { approach_summary: what } of attempts) {
    const key = what.replaceAll(/\d+x/g, '#x');
    found.set(key, { what, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}

/** The event at the last reset, and earlier attempts. */
export function CapturedPacket({ packet }: { readonly packet: Packet }): React.JSX.Element {
  const { loop_type, pattern, pattern_hash, detected_at, previous_attempts } = packet.loop_metadata;
  return (
    <Panel
      title="Captured packet"
      meaning="The event at which the guard last told the agent to change course, kept with the facts about the loop."
      end={<CopyButton text={() => JSON.stringify(packet, null, 2)}>Copy JSON</CopyButton>}
    >
      <div className="body stack">
        <dl className="facts">
          <Fact name="Loop">{words(loop_type)}</Fact>
          <Fact name="Captured">{timeOf(detected_at)}</Fact>
          <Fact name="Pattern" meaning="What repeats, in one line. The archive knows it by its digest.">
            <span className="mono" title={plain(pattern_hash, 100)}>
              {plain(pattern, 300)}
            </span>
          </Fact>
        </dl>
        <pre className="text-block" tabIndex={0} aria-label="What it was at">
          {plain(json(packet.content))}
        </pre>
        {previous_attempts.length > 0 && (
          <div>
            <h3>Captured before</h3>
            <ul>
              {countBy(previous_attempts).map(({ what, count }) => (
                <li key={what}>
                  {plain(what, 200)}
                  {count > 1 && <span className="quiet">, and {count - 1}× before</span>}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Panel>
  );
}
