import type { z } from 'zod';
import { definitions } from '../figures.js';
import type { Route } from '../routes/route.js';
import { ROUTES } from '../routes/table.js';
import { TOPICS } from '../stream.js';

const HEAD = `# HTTP interface of the gateway

Generated from \`packages/gateway/src/api\`; \`GET /openapi.json\` has the same for programs, with every field.

Send a token with each request: \`authorization: Bearer …\`. All routes except \`/healthz\`, \`/readyz\` and
\`/docs\` return 401 without one. A key has some of the scopes _ingest_ (send), _read_ (view) and _control_ (command); the owner's token has
all. Every error has the same form:

\`\`\`json
{ "error": { "code": "SCHEMA_VIOLATION", "message": "…", "field": "identity.agent_id", "hint": "…" } }
\`\`\`
`;

/** docs/api.md. */
export function apiPage(): string {
  const routes = Object.entries<Route>(ROUTES).map(([, route]) => section(route));
  const topics = Object.entries<z.ZodType>(TOPICS).map(
    ([topic, shape]) => `- \`${topic}\`${shape.description ? `: ${shape.description}` : ''}`,
  );
  const figures = definitions().map(
    ({ id, label, definition, is_estimate }) =>
      `| \`${id}\` | ${label} | ${definition}${is_estimate ? ' _Estimate._' : ''} |`,
  );
  const table = `| figure | label | meaning |\n| --- | --- | --- |\n${figures.join('\n')}`;
  return [
    HEAD,
    ...routes,
    `## Figures\n\nEach figure of the page has one source and one meaning:\n\n${table}\n`,
    `## Topics of the stream\n\n${topics.join('\n')}\n`,
  ].join('\n');
}

function section(route: Route): string {
  const { method, path, scope, summary, query, others = {}, example, produces } = route;
  const parameters = Object.entries<z.ZodType>(query?.shape ?? {}).map(
    ([name, shape]) => `- \`?${name}=\`${shape.description ? ` ${shape.description}` : ''}`,
  );
  const failures = Object.entries(others).map(([status, meaning]) => `- ${status}: ${meaning}`);
  return [
    `## ${method} ${path}\n`,
    `${summary} _${scope ?? 'no token needed'}_${produces ? ` Returns \`${produces}\`.` : ''}\n`,
    ...(parameters.length > 0 ? [`${parameters.join('\n')}\n`] : []),
    ...(failures.length > 0 ? [`${failures.join('\n')}\n`] : []),
    ...(example?.body === undefined ? [] : [`Send:\n\n${fence(example.body)}`]),
    ...(example === undefined ? [] : [`Response:\n\n${fence(example.reply)}`]),
  ].join('\n');
}

function fence(value: unknown): string {
  if (typeof value === 'string') return `\`\`\`\n${value.trim()}\n\`\`\`\n`;
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`;
}
