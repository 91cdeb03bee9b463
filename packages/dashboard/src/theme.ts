const KEY = 'rutbreak-theme';
type Theme = 'dark' | 'light';

/** What the person chose, or what the system prefers. */
function currentTheme(): Theme {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = currentTheme();
}

export function switchTheme(): void {
  localStorage.setItem(KEY, currentTheme() === 'dark' ? 'light' : 'dark');
  applyTheme();
}
