import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

const specification = path.join(import.meta.dirname, '../../../../shared/spec');
const isThere = existsSync(specification);
const word = isThere ? '' : ' (skipped: ../shared/spec is absent)';

const all = Object.entries<Endpoint>(endpoints);
const specified = all.filter(([, { level }]) => level === 'specification');

/** Calls whose path the specification leaves to the server. */
const leftOpen = [
  // '(initiate password reset for a user): path and payload not shown'
  'POST /api/admin/users/{id}/password-reset',
  // Where a provider sends the browser, which then goes to /oauth/success.
  'GET /api/integrations/{provider}/oauth/callback',
  // What `faviconUrl` leads to.
  'GET /api/icons/{domain}/{signature}',
];

/** The parameters of an endpoint; for a body with several forms, one after the other. */
const formsOf = ({ query, body }: Endpoint): string[][] => {
  const bodies: unknown[] = body instanceof z.ZodUnion ? [...body.options] : [body];
  return bodies.map((one) => [
    ...Object.keys(query?.shape ?? {}),
    ...(one instanceof z.ZodObject ? Object.keys(one.shape) : []),
  ]);
};

/** The schema of a field of an object, or of the rows of a list. */
function fieldAt(schema: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return schema;
  const row = schema instanceof z.ZodArray ? schema.element : schema;
  const kinds: unknown[] =
    row instanceof z.ZodUnion || row instanceof z.ZodDiscriminatedUnion ? [...row.options] : [row];
  const fields = kinds.map((one) =>
    one instanceof z.ZodObject ? fieldAt(one.shape[name], rest) : undefined,
  );
  return fields.find((field) => field !== undefined);
}

test.each(all)('the extras of %s are among what it takes', (_, call) => {
  expect(formsOf(call).flat()).toEqual(expect.arrayContaining([...(call.extras ?? [])]));
});

test.each(all)(
  'the extras of the response of %s are among its fields, and may be absent',
  (_, call) => {
    for (const name of call.responseExtras ?? []) {
      expect(fieldAt(call.response, name.split('.')), name).toBeInstanceOf(z.ZodOptional);
    }
  },
);

describe.skipIf(!isThere)(`the specification${word}`, () => {
  const rows = isThere ? readRows() : new Map<string, string[]>();

  test('names each call of its level', () => {
    expect(rows.size).toBeGreaterThan(25);
    const names = specified.map(([name]) => name).filter((name) => !leftOpen.includes(name));
    expect(names.filter((name) => !rows.has(pathPattern(name)))).toEqual([]);
  });

  test('has no call beyond its level, and none that is missing', () => {
    const known = new Map(all.map(([name, { level }]) => [pathPattern(name), level]));
    for (const row of rows.keys()) expect(known.get(row), row).toBe('specification');
  });

  test.each(specified.filter(([name]) => rows.has(pathPattern(name))))(
    'names what %s takes, and nothing else, except for its extras',
    (name, call) => {
      const extras = call.extras ?? [];
      const taken = formsOf(call).map((keys) => keys.filter((key) => !extras.includes(key)));
      const named = rows.get(pathPattern(name))?.toSorted();
      expect(taken.map((keys) => keys.toSorted())).toContainEqual(named);
    },
  );
});

/**
 * The rows of both tables of calls: the names of the parameters and fields of each, by method and
 * path with nameless parameters.
 */
function readRows(): Map<string, string[]> {
  const rows = new Map<string, string[]>();
  let before: string[] = [];
  for (const part of [
    'part-1-sign-in-shell-administration',
    'part-2-accounts-activities-integrations',
  ]) {
    const text = readFileSync(path.join(specification, `${part}.md`), 'utf8');
    const cells = /^\| ((?:GET|POST|PUT|DELETE) \/\S+)[^|]*\| ([^|]*) \|/gm;
    for (const [, name = '', payload = ''] of text.matchAll(cells)) {
      before = payload === 'same query' ? before : namesIn(name, payload);
      const key = pathPattern(name);
      rows.set(key, [...new Set([...(rows.get(key) ?? []), ...before])]);
    }
  }
  // Its shape is given below the table.
  rows.set(pathPattern('POST /api/webhooks/v1/{provider}/{integrationId}'), []);
  return rows;
}

/** Matches what surrounds the names in the column of payloads. */
const AROUND_NAMES = /\([^)]*\)|=\d+|\b(?:none|not shown|query|optionally|and)\b/g;

function namesIn(name: string, payload: string): string[] {
  const query = new URLSearchParams(/\?(.*)$/.exec(name)?.[1]);
  return [...query.keys(), ...(payload.replaceAll(AROUND_NAMES, '').match(/\w+/g) ?? [])];
}

/** A provider in a row represents all providers. */
const pathPattern = (name: string): string =>
  name
    .replace(/\?.*$/, '')
    .replace('/fathom/', '/{provider}/')
    .replaceAll(/\{\w+\}/g, '{}');
