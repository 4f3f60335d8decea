import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '#test/create-test-database.ts';
import { migrateTo } from '#platform/database/migrate.ts';

const owner = '00000000-0000-7000-8000-000000000001';

test('files that are being read are read from their beginning, and the others stay as they are', async () => {
  const { url, drop } = await createEmptyDatabase();
  await migrateTo(url, '0056-capture-requests');
  const client = new Client({ connectionString: url, application_name: 'test' });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  await client.query(`
    insert into users (id, email, name) values ('${owner}', 'ann@home.example', 'Ann');
    insert into mail_files (owner_id, name, size, state, items, bytes_read, found, concerned,
        imported, excluded, unreadable, domains, since, until, problems, lease_id, lease_until)
      select '${owner}', state, 100, state, 9, 90, 8, 7, 6, 5, 1, '{"acme.com": 7}', now(), now(),
        '[{"name": "1", "reason": "No."}]', gen_random_uuid(), now()
      from unnest(array['checking', 'ready', 'importing', 'finished']) state`);
  await migrateTo(url, '0057-calendar-files');
  const { rows } = await client.query(`
    select state, items, bytes_read::integer, found, concerned, imported, excluded, unreadable,
      domains, since is null as "isUndated", jsonb_array_length(problems) as problems,
      lease_id is not null as "isLeased"
    from mail_files order by state`);
  const read = {
    items: 9,
    bytes_read: 90,
    found: 8,
    concerned: 7,
    imported: 6,
    excluded: 5,
    unreadable: 1,
    domains: { 'acme.com': 7 },
    isUndated: false,
    problems: 1,
    isLeased: true,
  };
  const again = { ...read, items: 0, bytes_read: 0, imported: 0, isLeased: false };
  expect(rows).toEqual([
    {
      ...again,
      state: 'checking',
      found: 0,
      concerned: 0,
      excluded: 0,
      unreadable: 0,
      domains: {},
      isUndated: true,
      problems: 0,
    },
    { ...read, state: 'finished' },
    { ...again, state: 'importing' },
    { ...read, state: 'ready' },
  ]);
});
