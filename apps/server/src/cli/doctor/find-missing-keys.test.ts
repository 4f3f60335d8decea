import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { createFactorLab } from '#modules/sign-in-factors/factor-lab.fixture.ts';
import { readCredentialKeyIds } from '#platform/database/backup-schema.ts';
import { findMissingKeys, KEY_ID_COLUMNS } from '#platform/secrets/find-missing-keys.ts';

test('a key that only authenticator apps or webhooks need is missed, also after a restore', async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  expect(await findMissingKeys(app.db, new Map())).toEqual([]);
  await createFactorLab(app).withApp();
  const [own = ''] = app.context.config.encryptionKeys.keys();
  expect(await findMissingKeys(app.db, new Map())).toEqual([own]);
  expect(await findMissingKeys(app.db, app.context.config.encryptionKeys)).toEqual([]);
  expect(await readCredentialKeyIds(client)).toEqual([own]);
  // An earlier version has fewer tables.
  await client.query('alter table authenticator_apps rename to apps_of_later');
  expect(await readCredentialKeyIds(client)).toEqual([]);

  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name like '%key\\_id'
      and table_name <> 'apps_of_later'`.execute(app.db);
  const listed = KEY_ID_COLUMNS.filter(([table]) => table !== 'authenticator_apps');
  expect(rows.map((row) => `${row.table}.${row.column}`).toSorted()).toEqual(
    listed.map((one) => one.join('.')).toSorted(),
  );
});
