import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { featureNames } from './features.ts';

const specification = path.join(import.meta.dirname, '../../../../shared/spec');
const isThere = existsSync(specification);
const word = isThere ? '' : ' (skipped: ../shared/spec is absent)';

const all = Object.entries<Endpoint>(endpoints);
const specified = all.filter(([, { feature }]) => feature === null);

/** Calls whose path the specification leaves to the server. */
const leftOpen = [
  // '(initiate password reset for a user): path and payload not shown'
  'POST /api/admin/users/{id}/password-reset',
  // Where a provider sends the browser, which then goes to /oauth/success.
  'GET /api/integrations/{provider}/oauth/callback',
  // What `faviconUrl` leads to.
  'GET /api/icons/{domain}/{signature}',
];

const keysOf = ({ query, body }: Endpoint): string[] => [
  ...Object.keys(query?.shape ?? {}),
  ...(body instanceof z.ZodObject ? Object.keys(body.shape) : []),
];

test('every feature belongs to a call', () => {
  const used = new Set(
    all.flatMap(([, { feature, extras = {} }]) => [feature, ...Object.values(extras)]),
  );
  expect(featureNames.filter((name) => !used.has(name))).toEqual([]);
});

test.each(all)('the extras of %s are among what it takes', (_, call) => {
  expect(keysOf(call)).toEqual(expect.arrayContaining(Object.keys(call.extras ?? {})));
});

describe.skipIf(!isThere)(`the specification${word}`, () => {
  const rows = isThere ? readRows() : new Map<string, string>();

  test('names each call that is not part of a feature', () => {
    expect(rows.size).toBeGreaterThan(25);
    const names = specified.map(([name]) => name).filter((name) => !leftOpen.includes(name));
    expect(names.filter((name) => !rows.has(pathPattern(name)))).toEqual([]);
  });

  test('has no call that is part of a feature, and none that is missing', () => {
    const known = new Map(all.map(([name, { feature }]) => [pathPattern(name), feature]));
    for (const row of rows.keys()) expect(known.get(row), row).toBeNull();
  });

  test.each(specified.filter(([name]) => rows.has(pathPattern(name))))(
    'names what %s takes, except for its extras',
    (name, call) => {
      const row = rows.get(pathPattern(name)) ?? '';
      const unnamed = keysOf(call).filter((key) => !new RegExp(`\\b${key}\\b`).test(row));
      expect(unnamed.toSorted()).toEqual(Object.keys(call.extras ?? {}).toSorted());
    },
  );
});

/** The rows of both tables of calls, by method and path with nameless parameters. */
function readRows(): Map<string, string> {
  const rows = new Map<string, string>();
  let before = '';
  for (const part of [
    'part-1-sign-in-shell-administration',
    'part-2-accounts-activities-integrations',
  ]) {
    const text = readFileSync(path.join(specification, `${part}.md`), 'utf8');
    for (const [row, name = ''] of text.matchAll(/^\| ((?:GET|POST|PUT|DELETE) \/\S+).*$/gm)) {
      before = row.includes('same query') ? row + before : row;
      const key = pathPattern(name);
      rows.set(key, `${rows.get(key) ?? ''} ${before}`);
    }
  }
  // Its shape is given below the table.
  rows.set(pathPattern('POST /api/webhooks/v1/{provider}/{integrationId}'), '');
  return rows;
}

/** A provider that a row names stands for any. */
const pathPattern = (name: string): string =>
  name
    .replace(/\?.*$/, '')
    .replace('/fathom/', '/{provider}/')
    .replaceAll(/\{\w+\}/g, '{}');
