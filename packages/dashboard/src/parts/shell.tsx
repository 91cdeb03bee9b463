import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { clock, plain, zone } from '../format.js';
import { type Live, useLive } from '../live/store.js';
import { hrefOf, type Route, useRoute, type View } from '../route.js';
import { setTheme, THEMES, useTheme } from '../theme.js';
import { FleetView } from '../views/fleet.js';
import { LoopsView } from '../views/loops.js';
import { SessionView } from '../views/session.js';
import { SessionsView } from '../views/sessions.js';
import { SettingsView } from '../views/settings.js';
import { Choice } from './form.js';
import { KeyHelp, useKeyboard } from './keyboard.js';
import { useNow } from './now.js';

const LINKS: readonly (readonly [View, string])[] = [
  ['fleet', 'Fleet'],
  ['sessions', 'Sessions'],
  ['loops', 'Loops'],
  ['settings', 'Settings'],
];

const SAYS: Readonly<Record<Live['connection'], string>> = {
  connecting: 'Connecting',
  live: 'Live',
  waiting: 'Reconnecting',
  refused: 'No access',
};

export function Shell(): React.JSX.Element {
  const route = useRoute();
  const live = useLive();
  const [isHelp, setHelp] = useKeyboard();
  const alerts = live.state.figures?.fleet.looping ?? 0;
  useEffect(() => {
    const name = LINKS.find(([view]) => view === route.view)?.[1] ?? route.id;
    document.title = `${alerts > 0 ? `(${alerts}) ` : ''}${name} · Rutbreak`;
  }, [route.view, route.id, alerts]);
  useTop(route);
  return (
    <div className="shell">
      <div className="brand">
        <Mark /> Rutbreak
      </div>
      <Bar live={live} onHelp={() => setHelp(true)} />
      <Nav route={route} alerts={alerts} />
      <main className="main" id="main" tabIndex={-1}>
        <Banners live={live} />
        <Current route={route} />
      </main>
      {isHelp && <KeyHelp onClose={() => setHelp(false)} />}
    </div>
  );
}

/** Another view begins at its top, wherever the last one was left: on a phone the document scrolls, else the main part. */
function useTop({ view, id }: Route): void {
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    document.getElementById('main')?.scrollTo(0, 0);
  }, [view, id]);
}

function Mark(): React.JSX.Element {
  return (
    <svg width="18" height="18" viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M25 16a9 9 0 1 1-3.2-6.9M21 10l9-8" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}

function Bar({ live, onHelp }: { readonly live: Live; readonly onHelp: () => void }): React.JSX.Element {
  const now = useNow(1000);
  return (
    <header className="bar">
      <span className="link-state" data-state={live.connection} role="status">
        <i />
        {SAYS[live.connection]}
      </span>
      <span className="spacer" />
      <span className="meta" title={`All times are in ${zone()}`}>
        {new Date(now).toLocaleTimeString('en-GB')} <span className="wide">{zone()}</span>
      </span>
      <Choice {...{ name: 'Theme', value: useTheme(), options: THEMES, onChange: setTheme }} />
      <button className="button plain" onClick={onHelp} title="Keys (?)">
        Keys
      </button>
    </header>
  );
}

function Nav({ route, alerts }: { readonly route: Route; readonly alerts: number }): React.JSX.Element {
  const here = route.view === 'session' ? 'sessions' : route.view;
  return (
    <nav className="nav" aria-label="Views">
      {LINKS.map(([view, name]) => (
        <a key={view} href={hrefOf(view)} aria-current={view === here ? 'page' : undefined}>
          {name}
          {view === 'sessions' && alerts > 0 && (
            <span className="count state" data-state="alert_entropy">
              {alerts}
              <span className="hidden-text"> in an alert</span>
            </span>
          )}
        </a>
      ))}
      <span className="foot">
        <kbd>?</kbd> shows keys
      </span>
    </nav>
  );
}

function Banners({ live }: { readonly live: Live }): ReactNode {
  const { kill } = live.state;
  const [dismissed, setDismissed] = useState('');
  return (
    <>
      {kill?.active === true && (
        <div className="banner" role="alert">
          Everything is stopped{kill.by === null ? '' : ` by ${plain(kill.by, 80)}`}
          {kill.reason === null || kill.reason === '' ? '' : `: ${plain(kill.reason, 300)}`}
          <a href={hrefOf('settings')} className="button">
            Release
          </a>
        </div>
      )}
      {live.lostAt !== null && (
        <div className="banner lost" role="status">
          The gateway has not answered since {clock(live.lostAt)}. What you see is as it was then; the page
          tries again.
        </div>
      )}
      {live.problem !== '' && live.lostAt === null && dismissed !== live.problem && (
        <div className="banner" role="alert">
          {live.problem}
          <button className="button" onClick={() => setDismissed(live.problem)}>
            Dismiss
          </button>
        </div>
      )}
    </>
  );
}

function Current({ route }: { readonly route: Route }): React.JSX.Element {
  switch (route.view) {
    case 'fleet':
      return <FleetView />;
    case 'sessions':
      return <SessionsView query={route.query} />;
    case 'session':
      return <SessionView key={route.id} id={route.id} query={route.query} />;
    case 'loops':
      return <LoopsView query={route.query} />;
    case 'settings':
      return <SettingsView />;
  }
}
