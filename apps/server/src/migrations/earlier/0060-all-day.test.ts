import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '#test/create-test-database.ts';
import { migrateTo } from '#platform/database/migrate.ts';

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [owner, organization, inNewYork, inSamoa] = [id(1), id(2), id(3), id(4)];

test('meetings of whole days are marked, and published again in other time zones', async () => {
  const { url, drop } = await createEmptyDatabase();
  await migrateTo(url, '0059-mail-file-places');
  const client = new Client({ connectionString: url, application_name: 'test' });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  await client.query(`
    insert into users (id, email, name) values ('${owner}', 'ann@home.example', 'Ann');
    insert into organizations (id, name, slug) values ('${organization}', 'Acme', 'acme');
    insert into workspaces (id, organization_id, name, slug)
      values ('${inNewYork}', '${organization}', 'One', 'one'),
        ('${inSamoa}', '${organization}', 'Two', 'two');
    insert into workspace_time_zones values ('${inSamoa}', 'Pacific/Pago_Pago');
    insert into workspace_accounts (id, workspace_id, domain, name)
      values ('${id(13)}', '${inNewYork}', 'acme.com', 'Acme'),
        ('${id(14)}', '${inSamoa}', 'acme.com', 'Acme');
    insert into captured_activities (id, owner_id, provider, source, external_id, activity_key, type,
        occurred_at, start_time, end_time, title, summary, participants)
      select given.id::uuid, '${owner}', 'google_calendar', 'ann@home.example', title, given.id::uuid,
        type, begins::timestamptz, begins::timestamptz, ends::timestamptz, title, '', '[]'
      from (values
        ('${id(21)}', 'calendar', 'Two days', '2026-03-07T05:00Z', '2026-03-09T04:00Z'),
        ('${id(22)}', 'calendar', 'From midnight', '2026-03-07T05:00Z', '2026-03-07T06:00Z'),
        ('${id(23)}', 'calendar', 'Without an end', '2026-03-07T05:00Z', null),
        ('${id(24)}', 'call', 'Call', '2026-03-07T05:00Z', '2026-03-08T05:00Z')
      ) as given(id, type, title, begins, ends);
    insert into account_activities (workspace_id, account_id, id, activity_key, captured_id, owner_id,
        type, occurred_at, day, side, title, summary, participants, start_time, end_time)
      select account.workspace_id, account.id, gen_random_uuid(), activity_key, captured.id, owner_id,
        type, occurred_at, captured.day, 'both', title, summary, participants, start_time, end_time
      from captured_activities captured, workspace_accounts account`);
  await migrateTo(url, '0060-all-day');
  const marked = async (table: string) =>
    (await client.query(`select title from ${table} where is_all_day`)).rows;
  expect(await marked('captured_activities')).toEqual([{ title: 'Two days' }]);
  expect(await marked('account_activities')).toEqual([{ title: 'Two days' }]);
  expect((await client.query('select account_id from account_refreshes')).rows).toEqual([
    { account_id: id(14) },
  ]);
});
