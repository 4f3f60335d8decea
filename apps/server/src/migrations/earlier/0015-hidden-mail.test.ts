import { type Kysely, sql } from 'kysely';
import { expect, test, onTestFinished } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { createPlainDatabase } from '#test/create-test-database.ts';
import { actualPublication } from '#modules/activities/publishing/actual-publication.fixture.ts';
import { expectedPublication } from '#modules/activities/publishing/expected-publication.fixture.ts';
import { rebuildPublished } from '#modules/activities/publishing/rebuild-published.ts';
import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';
import { refreshDueAccounts } from '#modules/activities/refresh-due-accounts.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { up } from './0015-hidden-mail.ts';

test('removes what was published of emails that concern a domain by Bcc alone', async () => {
  const app = await createTestApp({ database: createPlainDatabase });
  onTestFinished(() => app.close());
  const workspace = await app.make.workspace();
  const person = await app.make.member(workspace.id);
  const { accountId } = await tracking(app).makeAccount(person, workspace.id);
  const acme = { name: '', email: 'jo@eu.acme.com' };
  const others = [
    { name: '', email: 'a@elsewhere.org', role: 'from' as const },
    { name: '', email: 'b@notacme.com', role: 'to' as const },
  ];
  const hour = 3_600_000;
  const mail = (title: string, hours: number) =>
    sampleMail({ title, occurredAt: new Date(Date.now() - hours * hour), participants: others });
  await tracking(app).capture(person, [
    { ...mail('Hidden, newest', 1), bcc: [{ ...acme, role: 'other' }] },
    { ...mail('Hidden, alone on its day', 24 * 9), bcc: [{ ...acme, role: 'other' }] },
    {
      ...mail('Seen', 2),
      participants: [...others, { ...acme, role: 'cc' }],
      bcc: [{ ...acme, role: 'other' }],
    },
  ]);

  // As the version before left it.
  await sql`update captured_activity_domains set by_bcc_only = false`.execute(app.db);
  await app.db
    .transaction()
    .execute((tx) => rebuildPublished(tx, { workspaceId: workspace.id, accountId }));
  expect((await actualPublication(app.db, accountId)).activities).toHaveLength(3);
  await sql`alter table captured_activity_domains drop column by_bcc_only`.execute(app.db);
  await app.db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>));
  // Which knew of no search yet.
  await sql`delete from account_activity_words where not exists (
    select from account_activities where id = activity_id)`.execute(app.db);
  await refreshDueAccounts(app.db);

  const actual = await actualPublication(app.db, accountId);
  expect(actual.activities.map(({ title }) => title)).toEqual(['Seen']);
  expect(actual).toEqual(await expectedPublication(app.db, accountId, new Date()));
});
