/**
 * Runs at the start of a session whose hooks call a gateway, and checks that it accepts them. Claude Code
 * itself reports nothing.
 */

const LIMIT = 2000;

/** Returns the standard output: a warning for the user, or nothing. */
export async function warnOfGateway(gateway: string, token: string | undefined): Promise<string> {
  const trouble = await troubleOf(new URL('/v1/hooks/claude-code', gateway), token);
  if (trouble === undefined) return '';
  const systemMessage = `rutbreak: ${trouble}. This session is not guarded. Run: rutbreak doctor claude-code`;
  return JSON.stringify({ systemMessage });
}

async function troubleOf(url: URL, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return 'RUTBREAK_TOKEN is not set, and the gateway needs it';
  try {
    // The gateway checks the key first, and an empty hook changes nothing.
    const { status } = await fetch(url, {
      ...{ method: 'POST', body: '{}', signal: AbortSignal.timeout(LIMIT) },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });
    const isRefused = status === 401 || status === 403;
    return isRefused ? `the gateway at ${url.origin} refuses the key in RUTBREAK_TOKEN` : undefined;
  } catch {
    return `the gateway at ${url.origin} does not answer`;
  }
}
