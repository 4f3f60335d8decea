import type { Endpoint } from '@repo/contract/endpoint';
import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '#platform/http/openapi/openapi-document.ts';
import { toRequest } from '../test-call.ts';
import { type Caller, callers } from './callers.ts';
import { allRows } from './expected/all-rows.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { readAnswers, type Request, type Row } from './table.ts';
import { createWorld, type World } from './world.ts';

/**
 * Compares the fields that the API document marks as required with those that the server refuses to do without. The
 * requests are those of the table that succeed, sent again without one of their fields.
 */

/** Without a request in the table that succeeds, since it takes a device or another server. */
const succeedsElsewhere: EndpointName[] = [
  'POST /api/auth/login/second-factor',
  'PUT /api/auth/factors/authenticator-app',
  'POST /api/auth/login/passkey',
  'POST /api/auth/factors/passkeys',
  'PATCH /api/auth/factors/passkeys/{id}',
  'PUT /api/admin/organizations/{id}/second-factor',
  'POST /api/auth/sso/{organizationId}/logout',
  'POST /api/auth/sso/exchange',
  'POST /api/auth/sso/proof',
  'POST /api/auth/sso/link',
  'POST /api/admin/organizations/{id}/sso/domains/verify',
  'POST /api/admin/organizations/{id}/sso/domains/remove',
  'GET /api/accounts/domains/{id}/as-colleagues-see',
  'POST /api/mail-files',
];

/** Fields that only some requests need, so that the document cannot mark them. */
const sometimesNeeded: Partial<Record<EndpointName, string[]>> = {
  // Or a code, or a passkey.
  'POST /api/auth/proof': ['password'],
  // Unless one is stored.
  'PUT /api/admin/organizations/{id}/sso': ['clientSecret'],
};

type Part = 'body' | 'query';

let world: World;
let snapshot: Snapshot;
beforeAll(async () => {
  world = await createWorld();
  snapshot = await takeSnapshot(world.app.db);
});
afterAll(() => world.app.close());

const succeeds = (status: number) => status < 400;

async function isAccepted(name: EndpointName, caller: Caller, request: Request): Promise<boolean> {
  await world.app.db.deleteFrom('rate_limit_counters').execute();
  await world.app.db.deleteFrom('sign_in_failures').execute();
  const { bearer, ...given } = request;
  const token = bearer ?? world.people[caller].token;
  const response = await world.app.app.inject(toRequest(name, { ...given, token }));
  await snapshot.restore();
  return succeeds(response.statusCode);
}

/** The callers and requests of an endpoint that succeed, one of each row. */
function working(name: EndpointName): [Caller, Row[1]][] {
  return Object.values(allRows[name] ?? {}).flatMap(
    ([answers, request, state]): [Caller, Row[1]][] => {
      const found =
        state === undefined &&
        readAnswers(answers).findIndex((one) => succeeds(one.status) && one.mark !== '-');
      return typeof found === 'number' && found >= 0 ? [[callers[found] ?? 'member', request]] : [];
    },
  );
}

/** The fields of a part without which no working request of an endpoint is accepted. */
async function neededFields(name: EndpointName, part: Part): Promise<string[]> {
  const requests = working(name).map(
    ([caller, request]) => [caller, request(world, caller)] as const,
  );
  const needed: string[] = [];
  const fields = new Set(requests.flatMap(([, request]) => Object.keys(request[part] ?? {})));
  for (const field of fields) {
    let isNeeded = true;
    for (const [caller, request] of requests) {
      const { [field]: given, ...others } = { ...request[part] } as Record<string, unknown>;
      // A request without it succeeds already.
      isNeeded &&=
        given !== undefined && !(await isAccepted(name, caller, { ...request, [part]: others }));
    }
    if (isNeeded) needed.push(field);
  }
  return needed.toSorted();
}

interface Operation {
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: BodySchema }> };
}

interface BodySchema {
  required?: string[];
  properties?: Record<string, { default?: unknown }>;
}

function operationOf(name: EndpointName): Operation {
  const [method = '', path = ''] = name.split(' ');
  const { paths } = openApiDocument({ title: 'API', address: 'https://tracker.example.com' });
  return paths[path]?.[method.toLowerCase()] as Operation;
}

const bodyOf = (name: EndpointName): BodySchema | undefined =>
  operationOf(name).requestBody?.content['application/json']?.schema;

/** The fields of a body that the server reads as empty texts where they are missing. */
function emptyTexts(name: EndpointName): string[] {
  const { properties = {} } = bodyOf(name) ?? {};
  return Object.entries(properties).flatMap(([field, of]) => (of.default === '' ? [field] : []));
}

function requiredFields(name: EndpointName, part: Part): string[] {
  const found =
    part === 'body'
      ? (bodyOf(name)?.required ?? [])
      : operationOf(name)
          .parameters.filter((one) => one.in === 'query' && one.required)
          .map((one) => one.name);
  return found.toSorted();
}

const all = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];
const withInput = all.filter(([, call]) => call.body !== undefined || call.query !== undefined);
const inputs = withInput.flatMap(([name, call]): [EndpointName, Part][] => [
  ...(call.body && call.acceptsBytes !== true ? [[name, 'body'] as [EndpointName, Part]] : []),
  ...(call.query ? [[name, 'query'] as [EndpointName, Part]] : []),
]);
const isShown = ([name]: [EndpointName, Part]) => working(name).length > 0;

test('the table has a request that succeeds for every other call', () => {
  const others = inputs.filter((input) => !isShown(input)).map(([name]) => name);
  expect([...new Set(others)]).toEqual(succeedsElsewhere);
});

test.each(succeedsElsewhere)('no text that %s needs looks as if it could be missing', (name) => {
  expect(emptyTexts(name)).toEqual([]);
});

test.each(inputs.filter(isShown))(
  'the document marks what %s needs as required, in its %s',
  async (name, part) => {
    const optional = sometimesNeeded[name] ?? [];
    const needed = await neededFields(name, part);
    expect(requiredFields(name, part)).toEqual(needed.filter((one) => !optional.includes(one)));
  },
);
