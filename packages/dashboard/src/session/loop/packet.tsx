import type { Packet } from '../../contract.js';
import { dateTime, json, plain, words } from '../../format.js';
import { CopyButton, Panel } from '../../parts/bits.js';
import { Fact } from '../../parts/fact.js';

/** In the time zone of the page. */
function timeOf(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? plain(text, 30) : dateTime(at);
}

/** Earlier attempts, the first one first. */
function countBy(attempts: Packet['loop_metadata']['previous_attempts']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { approach_summary: what } of attempts) counts.set(what, (counts.get(what) ?? 0) + 1);
  return counts;
}

/** The event at the last reset, and earlier attempts. */
export function CapturedPacket({ packet }: { readonly packet: Packet }): React.JSX.Element {
  const { loop_type, pattern, pattern_hash, detected_at, previous_attempts } = packet.loop_metadata;
  return (
    <Panel
      title="Captured packet"
      end={<CopyButton text={() => JSON.stringify(packet, null, 2)}>Copy JSON</CopyButton>}
    >
      <div className="body stack">
        <dl className="facts">
          <Fact name="Loop">{words(loop_type)}</Fact>
          <Fact name="Captured">{timeOf(detected_at)}</Fact>
          <Fact name="Pattern">
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
              {[...countBy(previous_attempts)].map(([what, count]) => (
                <li key={what}>
                  {plain(what, 200)} {count > 1 && <span className="quiet">{count}×</span>}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Panel>
  );
}
