import { useEffect, useState } from 'react';
import { plain } from '../format.js';
import { useLive } from '../live/store.js';
import { CopyButton } from '../parts/bits.js';
import { setQuery, useRoute } from '../route.js';
import { StartDemo } from './demo-bar.js';
import { type Tab, tabsOf, type Way } from './ways.js';

/** The lines in the tabs take the token from this variable. */
const TOKEN_LINE = 'export RUTBREAK_TOKEN="$(cat FILE)"';

/** Was the waiting message visible? Only then the page announces the first event. */
let hasWaited = false;

/** The page before the first event: how to connect an agent. */
export function FirstRun(): React.JSX.Element {
  useEffect(() => {
    hasWaited = true;
  }, []);
  return (
    <div className="view first-run">
      <div>
        <h1>No agent has reported yet</h1>
        <p className="lead">
          Connect one of yours, or watch simulated ones: some work, some go in circles, and you can step in.
        </p>
        <StartDemo />
        <p className="waiting" role="status">
          <i aria-hidden="true" /> Waiting for the first event…
        </p>
      </div>
      <p>
        First, in your terminal: <code>{TOKEN_LINE}</code>{' '}
        <span className="quiet">
          FILE is the token file that the gateway named at start. Keys for agents alone are made under
          Settings.
        </span>
      </p>
      <Tabs tabs={tabsOf(window.location.origin)} />
    </div>
  );
}

/** The chosen tab is in the URL. */
function Tabs({ tabs }: { readonly tabs: readonly Tab[] }): React.JSX.Element {
  const { way } = useRoute().query;
  const shown = tabs.find(({ id }) => id === way) ?? tabs[0];
  return (
    <div>
      <div className="tabs" role="tablist" aria-label="Ways to connect an agent">
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            {...{ id: `tab-${id}`, role: 'tab', 'aria-controls': 'ways', 'aria-selected': id === shown?.id }}
            onClick={() => setQuery({ way: id })}
          >
            {name}
          </button>
        ))}
      </div>
      <div id="ways" role="tabpanel" aria-labelledby={`tab-${shown?.id ?? ''}`}>
        <ol className="ways">
          {shown?.ways.map((one) => (
            <WayItem key={one.title} {...one} />
          ))}
        </ol>
      </div>
    </div>
  );
}

function WayItem({ title, what, text }: Way): React.JSX.Element {
  return (
    <li className="panel">
      <div className="stack-tight">
        <h2>{title}</h2>
        <p className="quiet">{what}</p>
        <CopyButton text={() => text}>Copy</CopyButton>
      </div>
      <pre className="text-block" tabIndex={0}>
        {text}
      </pre>
    </li>
  );
}

/** Announces the first event. */
export function Arrived(): React.JSX.Element | null {
  const { sessions } = useLive().state;
  const [isOpen, setOpen] = useState(hasWaited);
  const first = Object.values(sessions).toSorted((a, b) => a.created_at - b.created_at)[0];
  if (!isOpen || !first) return null;
  const close = (): void => {
    hasWaited = false;
    setOpen(false);
  };
  return (
    <p className="waiting arrived" role="status">
      <i aria-hidden="true" /> The first event has arrived, from {plain(first.agent_id || first.id, 80)}.
      <button className="button plain" onClick={close}>
        Dismiss
      </button>
    </p>
  );
}
