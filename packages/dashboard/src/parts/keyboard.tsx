import { useEffect, useRef, useState } from 'react';
import { KEY_HELP, wishOf } from '../keys.js';
import { go, hrefOf, readRoute } from '../route.js';
import { switchTheme } from '../theme.js';

const SEQUENCE_MS = 1500;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

/** The rows for j and k, in the order of the page. */
function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = at < 0 ? (by === 1 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1);
  rows[next]?.focus();
  rows[next]?.scrollIntoView({ block: 'nearest' });
}

/** Escape leaves a field, or the session: it goes back to the list that the session was opened from. */
function leave(from: string): void {
  const active = document.activeElement;
  if (isTyping(active)) (active as HTMLElement).blur();
  else if (readRoute(window.location.hash).view === 'session') window.location.hash = from;
  else if (active instanceof HTMLElement) active.blur();
}

/** The newest address that is not a session. */
function useList(): React.RefObject<string> {
  const list = useRef(hrefOf('sessions'));
  useEffect(() => {
    const note = (): void => {
      const { hash } = window.location;
      if (readRoute(hash).view !== 'session') list.current = hash;
    };
    note();
    window.addEventListener('hashchange', note);
    return () => window.removeEventListener('hashchange', note);
  }, []);
  return list;
}

/** Handles the shortcuts of the page; returns whether the help is open. */
export function useKeyboard(): readonly [isHelp: boolean, setHelp: (isOpen: boolean) => void] {
  const [isHelp, setHelp] = useState(false);
  const before = useRef({ key: '', at: 0 });
  const list = useList();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const recent = event.timeStamp - before.current.at < SEQUENCE_MS ? before.current.key : '';
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      const wish = wishOf(recent, { key: event.key, isTyping: isTyping(event.target), hasModifier });
      before.current = { key: wish.kind === 'wait' ? event.key : '', at: event.timeStamp };
      if (wish.kind === 'help') setHelp(true);
      if (wish.kind === 'theme') switchTheme();
      if (wish.kind === 'go') go(wish.view);
      if (wish.kind === 'move') moveRow(wish.by);
      if (wish.kind === 'leave' && document.querySelector('dialog[open]') === null) {
        // Browsers would clear the search field on Escape.
        event.preventDefault();
        leave(list.current);
      }
      if (wish.kind !== 'search') return;
      event.preventDefault();
      const field = document.querySelector<HTMLElement>('[data-search]');
      if (field) field.focus();
      else go('sessions', '', { focus: 'search' });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [list]);
  return [isHelp, setHelp];
}

export function KeyHelp({ onClose }: { readonly onClose: () => void }): React.JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="help" aria-label="Keys" onClose={onClose}>
      <h2>Keys</h2>
      <dl>
        {KEY_HELP.map(([keys, what]) => (
          <div key={keys} style={{ display: 'contents' }}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p style={{ marginTop: 16 }}>
        <button className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  );
}
