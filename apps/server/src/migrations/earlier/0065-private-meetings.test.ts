import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '#test/create-test-database.ts';
import { migrateTo } from '#platform/database/migrate.ts';

const owner = '00000000-0000-7000-8000-000000000001';

test('calendars are read again from the beginning, and mailboxes go on where they were', async () => {
  const { url, drop } = await createEmptyDatabase();
  await migrateTo(url, '0064-audited-ids');
  const client = new Client({ connectionString: url, application_name: 'test' });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  await client.query(`
    insert into users (id, email, name) values ('${owner}', 'ann@home.example', 'Ann');
    insert into integrations (owner_id, provider, source, cursor, change_progress, change_pages)
      select '${owner}', provider, 'ann@home.example', '"known"', '"page"', 3
      from unnest(array['google_calendar', 'caldav', 'gmail', 'imap']) as given(provider)`);
  await migrateTo(url, '0065-private-meetings');
  const { rows } = await client.query(
    'select provider, cursor, change_progress, change_pages from integrations order by provider',
  );
  const goesOn = { cursor: 'known', change_progress: 'page', change_pages: 3 };
  const begins = { cursor: null, change_progress: null, change_pages: 0 };
  expect(rows).toEqual([
    { provider: 'caldav', ...begins },
    { provider: 'gmail', ...goesOn },
    { provider: 'google_calendar', ...begins },
    { provider: 'imap', ...goesOn },
  ]);
});
