import type { Endpoint } from '@repo/contract/endpoint';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { contentType, hostileBody, hostileText } from './hostile-values.ts';
import { shapedValue } from './shaped-value.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;

/** Headers that Node.js accepts; those that it refuses are tested over a raw connection. */
const headerText = hostileText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'));

const headers = fc.record(
  {
    'accept-encoding': headerText,
    'x-forwarded-for': headerText,
    'x-request-id': headerText,
    'last-event-id': headerText,
    'if-none-match': headerText,
    origin: headerText,
    range: headerText,
    cookie: headerText,
    expect: fc.constant('200-ok'),
  },
  { requiredKeys: [] },
);

/** Requests that an attacker might send to an endpoint: the path is valid, the rest may not be. */
export function hostileRequest(
  [method, path]: [method: string, path: string],
  call: Endpoint,
  ids: readonly string[],
): fc.Arbitrary<InjectOptions> {
  return fc
    .record({
      method: fc.oneof({ arbitrary: fc.constant(method), weight: 9 }, fc.constantFrom(...methods)),
      path: hostilePath(path, call, ids),
      query: call.query ? hostileQuery(call.query, ids) : fc.constantFrom('', '?a=1&a=2', '?%'),
      body: call.body
        ? fc.oneof(
            { arbitrary: shapedValue(call.body, ids).map((it) => JSON.stringify(it)), weight: 3 },
            { arbitrary: hostileBody, weight: 1 },
            shapedValue(call.body, ids).map(polluted),
          )
        : fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, hostileBody),
      type: contentType,
      headers: fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, headers),
      from: fc.ipV4(),
    })
    .map(({ method: used, path: filled, query, body, type, headers: sent, from }) => ({
      method: used as NonNullable<InjectOptions['method']>,
      url: `${filled}${query}`,
      remoteAddress: from,
      headers: { ...sent, ...(type !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { payload: body }),
    }));
}

/** Adds properties that would grant rights to every object through its prototype. */
const polluted = (value: unknown): string =>
  JSON.stringify(value).replace(/^\{/, '{"isAdmin":true,"__proto__":{"isAdmin":true},');

function hostilePath(path: string, call: Endpoint, ids: readonly string[]): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0 || call.params === undefined) return fc.constant(path);
  const values = shapedValue(call.params, ids) as fc.Arbitrary<Record<string, unknown>>;
  return values.map((given) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(given[name])),
  );
}

function hostileQuery(
  schema: NonNullable<Endpoint['query']>,
  ids: readonly string[],
): fc.Arbitrary<string> {
  const values = shapedValue(schema, ids) as fc.Arbitrary<Record<string, unknown>>;
  const shaped = values.map((given) => {
    const pairs = Object.entries(given).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => `${name}=${encoded(one)}`),
    );
    return `?${pairs.join('&')}`;
  });
  const names = Object.keys(schema.shape);
  const twice = fc
    .tuple(fc.constantFrom(...names), hostileText, hostileText)
    .map(([name, one, other]) => `?${name}=${encoded(one)}&${name}=${encoded(other)}&${name}[a]=1`);
  const broken = fc.constantFrom(
    '?%',
    '?limit=%zz',
    '?=&=&&',
    `?${'a=1&'.repeat(2_000)}`,
    '?a[__proto__]=1',
  );
  return fc.oneof({ arbitrary: shaped, weight: 4 }, twice, broken);
}

const encoded = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(String(text).toWellFormed());
};
