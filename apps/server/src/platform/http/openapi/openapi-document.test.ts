import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import type { Endpoint } from '@repo/contract/endpoint';
import { limits } from '@repo/contract/limits';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createKeyRates } from '../key-rates.ts';
import { openApiDocument } from './openapi-document.ts';

const address = 'https://tracker.example.com';
const document = openApiDocument({ title: 'API', address });

interface Operation {
  operationId: string;
  parameters: { $ref?: string }[];
  responses: Record<string, { $ref?: string; headers?: object; content?: object }>;
}

const all = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];
function operationOf(name: string): Operation {
  const [method = '', path = ''] = name.split(' ');
  return document.paths[path]?.[method.toLowerCase()] as Operation;
}
const names = (choose: (operation: Operation) => boolean) =>
  all.map(([name]) => name).filter((name) => choose(operationOf(name)));

/** The schema of the data of a response. */
function dataOf(name: EndpointName) {
  const { content } = operationOf(name).responses['200'] as {
    content: Record<string, { schema: { properties: { data: object } } }>;
  };
  return content['application/json']?.schema.properties.data ?? {};
}

test('names its server, and each operation differently', () => {
  expect(document.servers).toEqual([{ url: address }]);
  expect(new Set(all.map(([name]) => operationOf(name).operationId)).size).toBe(all.length);
});

test('every reference leads somewhere', () => {
  const targets = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  expect(targets.length).toBeGreaterThan(500);
  const find = (path: string) =>
    path.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
  expect([...new Set(targets)].filter((path) => find(path) === undefined)).toEqual([]);
});

test('the calls that change something with a key take an Idempotency-Key', () => {
  const takes = ({ parameters }: Operation) =>
    parameters.some(({ $ref = '' }) => $ref.endsWith('/IdempotencyKey'));
  const writes = all
    .filter(([, { scope, response }]) => scope?.endsWith(':write') && response instanceof z.ZodType)
    .map(([name]) => name);
  expect(writes.length).toBeGreaterThan(30);
  expect(names(takes)).toEqual(writes);
  const replayed = names(
    ({ responses }) => 'Idempotency-Replayed' in (responses['200']?.headers ?? {}),
  );
  expect(replayed).toEqual(writes);
});

describe('limits', () => {
  const limited = (kind: string) =>
    names(({ responses }) => responses['429']?.$ref === `#/components/responses/${kind}`);
  const takesKeys = all.filter(([, { scope }]) => scope !== undefined).map(([name]) => name);

  test('each call with a key can be refused by its limit', () => {
    expect(limited('TooManyRequestsOfKey')).toEqual(takesKeys);
    const others = limited('TooManyRequests');
    expect(others).toContain('POST /api/auth/login');
    expect(others).toContain('POST /api/auth/api-keys');
  });

  test('the headers are those that a key gets', () => {
    const sent: string[] = [];
    const reply = { headers: (given: object) => void sent.push(...Object.keys(given)) } as never;
    const rates = createKeyRates();
    for (let count = 0; count < limits.apiKeyRequestsPerMinute; count += 1) rates.count('a', reply);
    sent.length = 0;
    expect(() => rates.requireRoom('a', reply)).toThrow('Retry-After');
    const { TooManyRequestsOfKey } = document.components.responses;
    expect(Object.keys(TooManyRequestsOfKey.headers).map((name) => name.toLowerCase())).toEqual([
      'retry-after',
      ...sent,
    ]);
    for (const name of takesKeys) {
      const { 200: success, default: failed } = operationOf(name).responses;
      for (const response of [success, failed]) {
        const described = Object.keys(response?.headers ?? {}).map((one) => one.toLowerCase());
        expect.soft(described, name).toEqual(expect.arrayContaining(sent));
      }
    }
  });
});

describe('a response of a later release', () => {
  const isValid = (schema: object, data: unknown): boolean =>
    z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(data).success;
  const webhook = {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Ours',
    url: 'https://a.example/',
    format: 'events',
    level: 'activity',
    events: ['account.created'],
    createdAt: '2026-11-29T09:15:00.000Z',
    by: null,
    disabled: null,
    failingSince: null,
    waiting: 0,
    previousSecretUntil: null,
  };
  const webhooks = dataOf('GET /api/workspaces/{workspaceId}/webhooks');

  test('can have further fields and values', () => {
    expect(isValid(webhooks, { items: [webhook] })).toBe(true);
    expect(isValid(webhooks, { items: [{ ...webhook, format: 'xml', since: 'ever' }] })).toBe(true);
    expect(
      isValid(webhooks, { items: [{ ...webhook, disabled: 'paid-late', events: ['new'] }] }),
    ).toBe(true);
    expect(isValid(webhooks, { items: [{ ...webhook, name: 1 }] })).toBe(false);
  });

  test('can have further kinds', () => {
    const timeline = dataOf('GET /api/accounts/{accountId}/timeline') as {
      properties: { activities: object };
    };
    const letter = { type: 'letter', pages: 2 };
    expect(isValid(timeline.properties.activities, [letter])).toBe(true);
    expect(isValid(timeline.properties.activities, ['letter'])).toBe(false);
  });

  test('no response excludes a value, a field or a kind', () => {
    const closed = all.filter(([name]) =>
      /"enum"|"oneOf"|"additionalProperties":false/.test(
        JSON.stringify(operationOf(name).responses),
      ),
    );
    expect(closed.map(([name]) => name)).toEqual([]);
    expect(JSON.stringify(document.components.schemas)).not.toContain('"enum"');
  });

  test('the values of a request are those that the server takes', () => {
    expect(JSON.stringify(document.paths['/api/workspaces/{workspaceId}/webhooks'])).toContain(
      '"enum":["events"',
    );
  });
});
