import { z } from 'zod';
import { problemShape } from '../shapes.js';
import type { Route } from '../routes/route.js';
import { ROUTES } from '../routes/table.js';
import { TOPICS } from '../stream.js';

type Json = Readonly<Record<string, unknown>>;

const jsonSchema = (shape: z.ZodType, io: 'input' | 'output'): unknown => {
  const schema: Partial<Record<string, unknown>> = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  delete schema['$schema'];
  return schema;
};

/** The whole interface as OpenAPI 3.1, made from the routes. */
export function openApi(version: string): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries<Route>(ROUTES))
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(name, route);
  return {
    openapi: '3.1.0',
    info: { title: 'Rutbreak gateway', version, license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: jsonSchema(problemShape, 'output') },
    },
    'x-topics': Object.fromEntries(
      Object.entries(TOPICS).map(([topic, shape]) => [topic, jsonSchema(shape, 'output')]),
    ),
  };
}

function operation(name: string, route: Route): Json {
  const { summary, scope, others = {}, reply, produces = 'application/json', example } = route;
  const failures: Readonly<Record<string, string>> = {
    ...(scope !== null && { 401: 'No valid token.', 403: 'The key may not do this.' }),
    ...others,
  };
  return {
    operationId: name,
    summary,
    ...(scope !== null && { security: [{ token: [] }], 'x-scope': scope }),
    parameters: parametersOf(route),
    ...(route.body && {
      requestBody: {
        required: true,
        content: content('application/json', jsonSchema(route.body, 'input'), example?.body),
      },
    }),
    responses: {
      200: { description: 'Done.', content: content(produces, jsonSchema(reply, 'output'), example?.reply) },
      ...Object.fromEntries(
        Object.entries(failures).map(([status, description]) => [
          status,
          { description, content: content('application/json', { $ref: '#/components/schemas/Problem' }) },
        ]),
      ),
    },
  };
}

function content(type: string, schema: unknown, example?: unknown): Json {
  return { [type]: { schema, ...(example !== undefined && { example }) } };
}

function parametersOf({ path, query }: Route): Json[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const inPath = names.map((name) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
  const inQuery = Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, shape]) => ({
    ...{ name, in: 'query', required: false, schema: jsonSchema(shape, 'output') },
  }));
  return [...inPath, ...inQuery];
}
