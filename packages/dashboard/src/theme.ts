import { useSyncExternalStore } from 'react';

const KEY = 'rutbreak-theme';
export const THEMES = { system: 'System', light: 'Light', dark: 'Dark' } as const;
export type Theme = keyof typeof THEMES;

const listeners = new Set<() => void>();
const prefersDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme; without a choice the page follows the system. */
function chosenTheme(): Theme {
  const chosen = localStorage.getItem(KEY);
  return chosen === 'dark' || chosen === 'light' ? chosen : 'system';
}

function applyTheme(): void {
  const chosen = chosenTheme();
  const system = prefersDark().matches ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = chosen === 'system' ? system : chosen;
  for (const tell of listeners) tell();
}

/** Also follows a system theme that changes while the page is open. */
export function startTheme(): void {
  applyTheme();
  prefersDark().addEventListener('change', applyTheme);
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  applyTheme();
}

export function switchTheme(): void {
  setTheme(document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark');
}

export function useTheme(): Theme {
  return useSyncExternalStore((tell) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  }, chosenTheme);
}
