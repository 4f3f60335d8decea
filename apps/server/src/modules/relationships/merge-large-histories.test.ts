import { strengthOn } from '@repo/domain/relationships/strength';
import { businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { makePeopleWorkspace } from '../accounts/people/people.fixture.ts';
import { mergePeople, separateAddress } from './change-contacts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const COLLEAGUES = 20;
/** Two and a half emails a day: 50,000 emails of a person to twenty colleagues in a thousand days. */
const DAYS = 1_000;
const today = businessDayOf(new Date());

test('two people of 20,000 days in touch each are merged and separated again', async () => {
  const { workspaceId, accountId, ann } = await makePeopleWorkspace(app);
  const make = async (address: string, addresses: number) => {
    const { rows } = await sql<{ id: string }>`
      with person as (select uuidv7() as id, uuidv7() as contact_id), made as (
        insert into contacts (workspace_id, account_id, id, address, person_id, is_automated)
        select ${workspaceId}, ${accountId}, contact_id, ${address}, id, false from person
      ), colleagues as (
        insert into users (email, name)
        select number || ${address}, 'Colleague ' || number
        from generate_series(1, ${COLLEAGUES}) number returning id
      ), days as (
        insert into tie_days (
          workspace_id, account_id, contact_id, user_id, day, addresses, by_us, by_them)
        select ${workspaceId}, ${accountId}, person.contact_id, colleagues.id, ${today}::date - back,
          ${addresses}, true, false
        from person, colleagues, generate_series(0, ${DAYS - 1}) back
      )
      select id from person`.execute(app.db);
    return rows[0]?.id ?? '';
  };
  const lee = await make('lee@acme.com', 1);
  const kim = await make('kim@acme.com', 2);
  const change = { workspaceId, userId: ann.id };

  await mergePeople(app.db, { ...change, personId: kim, intoPersonId: lee });

  const tiesOf = () =>
    app.db
      .selectFrom('ties')
      .select(['person_id', 'key'])
      .where('workspace_id', '=', workspaceId)
      .execute();
  const merged = await tiesOf();
  expect(merged).toHaveLength(2 * COLLEAGUES);
  expect(new Set(merged.map(({ person_id }) => person_id))).toEqual(new Set([lee]));
  const daily = Array.from({ length: DAYS }, (_, age) => 0.5 ** (age / 42));
  const strength = daily.reduce((sum, one) => sum + one, 0);
  const strengths = merged
    .map(({ key }) => strengthOn(key, today))
    .sort((one, other) => one - other);
  expect(strengths[0]).toBeCloseTo(strength / 2, 9);
  expect(strengths.at(-1)).toBeCloseTo(strength, 9);
  expect(
    await app.db
      .selectFrom('quiet_candidates')
      .select(['person_id', 'last_day', 'days_before'])
      .where('workspace_id', '=', workspaceId)
      .execute(),
  ).toEqual([{ person_id: lee, last_day: today, days_before: 84 }]);

  await separateAddress(app.db, { workspaceId, personId: lee, address: 'kim@acme.com' });
  const apart = await tiesOf();
  expect(new Set(apart.map(({ person_id }) => person_id)).size).toBe(2);
  expect(apart).toHaveLength(2 * COLLEAGUES);
});
