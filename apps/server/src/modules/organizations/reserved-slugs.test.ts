import { readdir } from 'node:fs/promises';
import { reservedSlugs } from '@repo/contract/reserved-slugs';
import { expect, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';

test('every address that the server itself answers is reserved', async () => {
  const app = await createTestApp();
  const routes = app.app.printRoutes({ commonPrefix: false, includeHooks: false });
  await app.close();
  const first = [...routes.matchAll(/^[├└]── \/?([a-z][\w-]*)/gm)].map(([, segment]) => segment);
  expect(first).toContain('api');
  expect(first.filter((segment) => !reservedSlugs.includes(segment ?? ''))).toEqual([]);
});

test('every folder of the web application that is served as it is is reserved', async () => {
  const folder = new URL('../../../../web/public', import.meta.url);
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.filter((name) => !reservedSlugs.includes(name))).toEqual([]);
});
