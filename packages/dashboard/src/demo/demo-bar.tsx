import { api } from '../api/client.js';
import type { Caption } from '../contract.js';
import { clock, plain } from '../format.js';
import { noteDemo, refresh, useLive } from '../live/store.js';
import { operatorName } from '../operator.js';
import { useDoing } from '../parts/ask.js';
import { Panel } from '../parts/bits.js';
import { hrefOf } from '../route.js';

/** Shows that a demo fleet runs on the gateway, with a button to stop it. */
export function DemoBar(): React.JSX.Element | null {
  const { demo } = useLive().state;
  const doing = useDoing();
  if (demo?.running !== true) return null;
  const stop = (): void =>
    doing.run(async () => {
      noteDemo(await api.stopDemo({ operator_id: operatorName() }));
      void refresh();
      return '';
    });
  return (
    <span className="row">
      <span className="note">A demo fleet is running: these agents are simulated.</span>
      <button className="button" disabled={doing.isBusy} onClick={stop}>
        Stop the demo
      </button>
      {doing.problem !== '' && <span className="problem">{doing.problem}</span>}
    </span>
  );
}

export function StartDemo(): React.JSX.Element {
  const { demo } = useLive().state;
  const doing = useDoing();
  if (demo?.running === true) return <DemoBar />;
  const start = (): void =>
    doing.run(async () => {
      noteDemo(await api.startDemo({ operator_id: operatorName() }));
      void refresh();
      return '';
    });
  return (
    <span className="row">
      <button className="button main-action" disabled={doing.isBusy} onClick={start}>
        {doing.isBusy ? 'Agents are starting…' : 'Start the demo fleet'}
      </button>
      {doing.problem !== '' && <span className="problem">{doing.problem}</span>}
    </span>
  );
}

const KINDS: Readonly<Record<Caption['kind'], string>> = {
  story: 'starts',
  loop: 'loop found',
  guard: 'guard',
  person: 'person',
  moving: 'moving again',
  ended: 'ended',
};
const SHOWN = 50;

/** The captions of the demo. */
export function DemoCaptions(): React.JSX.Element | null {
  const { demo } = useLive().state;
  if (demo?.running !== true) return null;
  return (
    <Panel title="What happens in the demo" className="news captions">
      <ul>
        {demo.captions.slice(0, SHOWN).map(({ id, at, session_id, agent_id, kind, text }) => (
          <li key={id} data-kind={kind}>
            <span>{clock(at)}</span>
            <a className="news-who" href={hrefOf('session', session_id)}>
              {plain(agent_id, 40)} <span className="quiet">{KINDS[kind]}</span>
            </a>
            <span className="caption">{plain(text, 300)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
