import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { lee, mail, makePeopleWorkspace } from '../../accounts/people/people.fixture.ts';
import { sampleMeeting } from '../../activities/sample-mail.fixture.ts';
import { commandLine } from '../../audit/actor.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { continueErasuresJob } from './continue-erasures.job.ts';
import { findInTables } from '../find-remains.ts';
import { runErasure } from '../run-erasure.ts';
import { startErasure } from '../start-erasure.ts';

let app: TestApp;
let ann: MadePerson;
let ben: MadePerson;
let workspaceId: string;
let accountId: string;
const contact = { name: 'Lee Marshwood', email: lee.email };
const kim = { name: 'Kim', email: 'kim@acme.com' };
const sentences = [
  'The quince is ripe at noon',
  'Bring the green ladder',
  'No one knows the price',
];

beforeAll(async () => {
  app = await createTestApp();
  ({ ann, ben, workspaceId, accountId } = await makePeopleWorkspace(app));
});
afterAll(() => app.close());

/** Emails and meetings that name the contact in every way, and one of another contact. */
const activities = (reader: MadePerson) => [
  mail(1, contact, [reader.email], { title: sentences[0] ?? '', textBody: sentences[1] ?? '' }),
  mail(2, { ...contact, email: 'Lee+news@Acme.com' }, [reader.email], {
    textBody: sentences[2] ?? '',
  }),
  mail(3, kim, [reader.email], {
    htmlBody: `<p>From: <a href="mailto:lee%40acme.com">${contact.name}</a> ${sentences[0]}</p>`,
  }),
  mail(4, kim, [reader.email], { bcc: [{ ...contact, role: 'other' }] }),
  sampleMeeting({
    title: sentences[1] ?? '',
    participants: [
      { ...contact, role: 'other' },
      { name: '', email: reader.email, role: 'other' },
    ],
  }),
  mail(5, kim, [reader.email], {
    title: 'Ours',
    textBody: 'Ask mary@acme.com',
  }),
];

/** Everything that other tables can have of the contact. */
async function fillOtherTables() {
  const { db } = app;
  const note = `Call ${contact.email} first`;
  await db.updateTable('workspace_accounts').set({ note }).where('id', '=', accountId).execute();
  await db
    .insertInto('note_versions')
    .values({
      workspace_id: workspaceId,
      account_id: accountId,
      version: 7,
      note,
      written_by: ann.id,
      written_at: new Date(),
    })
    .execute();
  await db
    .insertInto('discovered_samples')
    .values({
      owner_id: ann.id,
      domain: 'acme.com',
      names: [contact.name],
      emails: [contact.email],
      last_seen: '2026-03-02',
    })
    .execute();
  const address = contact.email;
  await db
    .insertInto('protected_addresses')
    .values({ owner_id: ann.id, address, level: 0 })
    .execute();
  const [integration] = await db
    .insertInto('integrations')
    .values({
      owner_id: ann.id,
      provider: 'fathom',
      source: 'me',
      last_error: `Refused ${contact.email}`,
    } as never)
    .returning('id')
    .execute();
  await db
    .insertInto('failed_items')
    .values({
      owner_id: ann.id,
      integration_id: integration?.id ?? '',
      external_id: 'one',
      reason: 'unreadable',
      payload: JSON.stringify({ invitee: contact }),
    } as never)
    .execute();
  await db
    .insertInto('invitations')
    .values({
      workspace_id: workspaceId,
      email: contact.email,
      role: 'member',
      state: 'declined',
      token_hash: Buffer.from(randomUUID()),
      inviter_name: 'Ann',
      by_administrator: false,
      expires_at: new Date(),
      ended_at: new Date(),
    })
    .execute();
  await db
    .insertInto('saved_views')
    .values({
      workspace_id: workspaceId,
      owner_id: ann.id,
      name: 'Mine',
      is_shared: false,
      state: JSON.stringify({ search: contact.email }),
    } as never)
    .execute();
}

const captureForBoth = async () => {
  for (const person of [ann, ben]) await tracking(app).capture(person, activities(person));
};
const remains = () => findInTables(app.db, contact.email, [contact.name, ...sentences]);
const titles = async () => {
  const { rows } = await sql<{ title: string }>`
    select title from account_activities where workspace_id = ${workspaceId} order by title`.execute(
    app.db,
  );
  return rows.map(({ title }) => title);
};

test('nothing is left of a contact in any table, and all of the others', async () => {
  await captureForBoth();
  await fillOtherTables();
  const found = (await remains()).map(({ location }) => location);
  expect(found).toEqual(
    expect.arrayContaining(
      [
        'account_activities',
        'captured_activities',
        'contacts',
        'discovered_samples',
        'failed_items',
        'integrations',
        'invitations',
        'note_versions',
        'saved_views',
        'workspace_accounts',
      ].map((table) => `table ${table}`),
    ),
  );
  const { id } = await startErasure(app.db, commandLine, ` ${contact.email.toUpperCase()} `);
  const counts = await runErasure(app.db, id, { windowSize: 2 });
  expect(await remains()).toEqual([]);
  expect(counts).toMatchObject({
    captured_activities: 10,
    discovered_samples: 1,
    failed_items: 1,
    note_versions: 1,
  });
  expect(await titles()).toEqual(['Ours', 'Ours']);
  const { rows } = await sql<{ note: string; sealed: null }>`
    select note, (select sealed from contact_erasures where id = ${id}) as sealed
    from workspace_accounts where id = ${accountId}`.execute(app.db);
  expect(rows).toEqual([{ note: 'Call erased first', sealed: null }]);
});

test('it is not captured again, neither as a participant nor in a text', async () => {
  await captureForBoth();
  expect(await remains()).toEqual([]);
  expect((await titles()).length).toBe(4);
});

test('the audit log has the erasure without the address', async () => {
  const entries = await app.db.selectFrom('audit_entries').selectAll().execute();
  expect(entries.map(({ action, after }) => ({ action, after }))).toContainEqual({
    action: 'contact.erased',
    after: { addresses: 1 },
  });
});

test('an erasure that ends early is continued by the job, and finished once', async () => {
  const other = { name: 'Noa Birkenfeld', email: 'noa@acme.com' };
  const mails = Array.from({ length: 5 }, () => mail(1, other, [ann.email]));
  await tracking(app).capture(ann, mails);
  const { id } = await startErasure(app.db, commandLine, other.email);
  let steps = 0;
  const signal = {
    throwIfAborted: () => {
      if ((steps += 1) > 2) throw new Error('killed');
    },
  } as AbortSignal;
  await expect(runErasure(app.db, id, { signal, windowSize: 1 })).rejects.toThrow('killed');
  expect((await findInTables(app.db, other.email)).length).toBeGreaterThan(0);
  await continueErasuresJob.run(app.context, {}, new AbortController().signal);
  expect(await findInTables(app.db, other.email, [other.name])).toEqual([]);
  const counts = await runErasure(app.db, id);
  expect(counts?.['captured_activities']).toBe(5);
});

test('addresses that members merged with it are erased with it', async () => {
  const one = { name: 'Ida Quist', email: 'ida@acme.com' };
  const other = { name: 'Ida Quist', email: 'quist@acme.com' };
  await tracking(app).capture(ann, [mail(1, one, [ann.email]), mail(2, other, [ann.email])]);
  await sql`update contacts set person_id = (select person_id from contacts where address = ${one.email} limit 1)
    where address = ${other.email}`.execute(app.db);
  const { id, addresses } = await startErasure(app.db, commandLine, one.email);
  expect(addresses).toBe(2);
  await runErasure(app.db, id);
  expect(await findInTables(app.db, other.email, [other.name])).toEqual([]);
});

test.each([
  ['no address', 'VALIDATION_FAILED'],
  ['', 'VALIDATION_FAILED'],
])('refuses %j', async (address, code) => {
  await expect(startErasure(app.db, commandLine, address)).rejects.toMatchObject({ code });
});

test('refuses users, connected mailboxes and invited people', async () => {
  await app.db
    .insertInto('integrations')
    .values({ owner_id: ben.id, provider: 'gmail', source: 'Ben@Other.example' } as never)
    .execute();
  for (const address of [ann.email, 'ben@other.example']) {
    await expect(startErasure(app.db, commandLine, address)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  }
});
