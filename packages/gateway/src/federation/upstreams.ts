import { setRecent } from '@rutbreak/core/edge';
import { HttpProblem } from '../http/problem.js';
import { getJson, type JsonReply } from './get-json.js';

/** A gateway that the federation reads from. */
export interface Upstream {
  /** `http://127.0.0.1:7878` */
  readonly url: string;
  /** A token or key with the scope `read`. */
  readonly key: string;
}

export interface Upstreams {
  /**
   * The same request to every gateway. Rejects if one does not respond: partial results would look complete.
   */
  readonly askAll: <Reply>(path: string) => Promise<readonly Reply[]>;
  /** Asks the gateway that has the session. Rejects with NOT_FOUND if none has it. */
  readonly askOwner: (session: string, path: string) => Promise<unknown>;
  /** Whether every gateway accepts work. */
  readonly areReady: () => Promise<boolean>;
}

/** Where sessions were found last; others are searched for. */
const MAX_KNOWN = 10_000;

export function createUpstreams(upstreams: readonly Upstream[]): Upstreams {
  const owners = new Map<string, Upstream>();
  const find = async (session: string, path: string): Promise<unknown> => {
    const known = owners.get(session);
    const first = known && (await ask(known, path));
    if (first?.status === 200) return first.body;
    const answers = await Promise.all(upstreams.map((one) => ask(one, path)));
    const at = answers.findIndex(({ status }) => status === 200);
    const owner = upstreams[at];
    if (!owner) throw new HttpProblem('NOT_FOUND', 'No gateway has such a session.');
    setRecent(owners, session, owner, MAX_KNOWN);
    return answers[at]?.body;
  };
  return {
    askAll: async <Reply>(path: string) =>
      Promise.all(
        upstreams.map(async (one) => {
          const { status, body } = await ask(one, path);
          if (status !== 200) throw unavailable(one, `answers ${status}`);
          return body as Reply;
        }),
      ),
    askOwner: find,
    async areReady() {
      const answers = await Promise.allSettled(upstreams.map((one) => ask(one, '/readyz')));
      return answers.every((one) => one.status === 'fulfilled' && one.value.status === 200);
    },
  };
}

/** A missing session is an answer; everything else but 200 is a failure of that gateway. */
async function ask(upstream: Upstream, path: string): Promise<JsonReply> {
  try {
    const reply = await getJson(upstream.url + path, upstream.key);
    if (reply.status === 200 || reply.status === 404) return reply;
    throw unavailable(upstream, `answers ${reply.status}`);
  } catch (error) {
    throw error instanceof HttpProblem ? error : unavailable(upstream, 'does not answer');
  }
}

function unavailable({ url }: Upstream, what: string): HttpProblem {
  return new HttpProblem('UPSTREAM_UNAVAILABLE', `The gateway at ${new URL(url).host} ${what}.`, {
    ...{ retryAfter: 1, hint: 'Check that it runs, and the key that the federation uses for it.' },
  });
}
