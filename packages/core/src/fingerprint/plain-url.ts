/** URL parameters that identify the visitor or the referrer, not the page. */
const PASSING = new Set([
  ...['session', 'sessionid', 'sid', 'token', 'nonce', 'csrf', 'requestid', 'traceid'],
  ...['t', 'ts', 'time', 'timestamp', 'cb', 'cachebust', 'cachebuster', 'nocache', 'rand', 'random', 'r'],
  ...['ref', 'referrer', 'source', 'gclid', 'fbclid', 'attempt', 'retry'],
]);

/** The page of a URL: without fragment, trailing slash, and parameters that change from visit to visit. */
export function plainUrl(text: string): string {
  const query = text.indexOf('?');
  const hash = text.indexOf('#');
  // `#/users/5` is a route inside the page.
  const isPlace = hash > 0 && !'/!'.includes(text.charAt(hash + 1));
  const end = isPlace ? hash : text.length;
  if (query < 0 || query > end) return trimmed(text.slice(0, end));
  const kept = text
    .slice(query + 1, end)
    .split('&')
    .filter((part) => !isPassing(part));
  const page = trimmed(text.slice(0, query));
  return kept.length === 0 ? page : `${page}?${kept.join('&')}`;
}

function trimmed(page: string): string {
  return page.endsWith('/') ? page.slice(0, -1) : page;
}

function isPassing(part: string): boolean {
  const equals = part.indexOf('=');
  const name = (equals < 0 ? part : part.slice(0, equals)).toLowerCase();
  return name === '' || name === '_' || name.startsWith('utm_') || PASSING.has(name.replaceAll('_', ''));
}
