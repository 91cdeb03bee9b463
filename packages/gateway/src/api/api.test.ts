import { describe, expect, it } from 'vitest';
import { openApi } from './docs/openapi.js';
import { apiPage } from './docs/page.js';
import type { Route } from './routes/route.js';
import { ROUTES } from './routes/table.js';

const routes = Object.entries<Route>(ROUTES);

describe('the interface', () => {
  it('is described in docs/api.md; `npx vitest run packages/gateway/src/api -u` writes it', async () => {
    await expect(apiPage()).toMatchFileSnapshot('../../../../docs/api.md');
  });

  it.each(routes.filter(([, { example }]) => example !== undefined))(
    'has an example of %s that its own shapes accept',
    (_, { body, reply, example, others }) => {
      if (body && example?.body !== undefined)
        expect(body.safeParse(example.body)).toMatchObject({ success: true });
      expect(reply.safeParse(example?.reply)).toMatchObject({ success: true });
      expect(Object.values(others ?? {}).every((text) => text.endsWith('.'))).toBe(true);
    },
  );

  it('has one operation for each route, and no two on the same path', () => {
    const { paths } = openApi('1.0.0') as { paths: Record<string, Record<string, unknown>> };
    expect(Object.values(paths).flatMap((one) => Object.keys(one))).toHaveLength(routes.length);
  });

  it('requires a token everywhere except for the health routes, the documentation, and signing in or out', () => {
    expect(routes.filter(([, { scope }]) => scope === null).map(([name]) => name)).toEqual([
      'openPageSession',
      'endPageSession',
      'health',
      'ready',
      'docs',
    ]);
  });
});
