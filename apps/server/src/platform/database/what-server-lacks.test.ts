import { expect, test } from 'vitest';
import { createTestApp } from '../../../test/create-test-app.ts';
import { readServer, whatServerLacks } from './what-server-lacks.ts';

test('the embedded server has what is needed; each thing that is not there is named', async () => {
  const { db, close } = await createTestApp();
  const server = await readServer(db);
  await close();
  expect(whatServerLacks(server)).toBeUndefined();
  expect(whatServerLacks({ ...server, version: 17 })).toContain('PostgreSQL 17');
  expect(whatServerLacks({ ...server, hasIcu: false })).toContain('without ICU');
  expect(whatServerLacks({ ...server, extensions: ['pg_trgm'] })).toContain('btree_gin');
});
