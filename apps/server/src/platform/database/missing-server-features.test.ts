import { expect, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { readServer, missingServerFeatures } from './missing-server-features.ts';

test('the embedded server has what is needed; each thing that is not there is named', async () => {
  const { db, close } = await createTestApp();
  const server = await readServer(db);
  await close();
  expect(missingServerFeatures(server)).toBeUndefined();
  expect(missingServerFeatures({ ...server, version: 17 })).toContain('PostgreSQL 17');
  expect(missingServerFeatures({ ...server, hasIcu: false })).toContain('without ICU');
  expect(missingServerFeatures({ ...server, extensions: ['pg_trgm'] })).toContain('btree_gin');
});
