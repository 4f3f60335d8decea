import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { mail, makePeopleWorkspace } from '../../accounts/people/people.fixture.ts';
import { storeTranscript } from '#modules/activities/store-transcript.ts';
import { commandLine } from '../../audit/actor.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { storeSamples } from '../../integrations/discovery/store-samples.ts';
import { findInTables } from '../find-remains.ts';
import { runErasure } from '../run-erasure.ts';
import { startErasure } from '../start-erasure.ts';

let app: TestApp;
let ann: MadePerson;
let workspaceId: string;
let accountId: string;
let mails: ReturnType<typeof makeMails>;
const kim = { name: 'Kim', email: 'kim@acme.com' };

beforeAll(async () => {
  app = await createTestApp();
  ({ ann, workspaceId, accountId } = await makePeopleWorkspace(app));
  mails = makeMails();
});
afterAll(() => app.close());

const address = 'vicky@acme.com';
const others = ['an-vicky@acme.com', 'an.vicky@acme.com', 'an_vicky@acme.com', 'vicky@acme.com.au'];
/** Emails that name an address in the ways that texts and links have. */
const makeMails = () => [
  ...[
    `*${address}*`,
    `'${address}'`,
    `_${address}_`,
    `https://crm.example/?email=${address}`,
    'https://crm.example/?to=%3Cvicky%40acme.com%3E',
    'https://out.example/?url=https%253A%252F%252Fcrm.example%252F%253Fto%253Dvicky%2540acme.com',
    'mail to VICKY+news@Acme.com.',
    'a|vicky@acme.com|b',
    '{vicky@acme.com}',
    'vicky&#x40;acme.com',
    'Line\nvicky@acme.com',
  ].map((textBody, at) => mail(at, kim, [ann.email], { title: `text ${at}`, textBody })),
  mail(20, { name: address, email: kim.email }, [ann.email], { title: 'display name' }),
  mail(21, { name: '', email: address }, [ann.email], { title: 'sender' }),
  mail(22, kim, [ann.email], {
    title: 'metadata',
    metadata: { actionItems: [`Write\nto:\n${address}`] },
  }),
  mail(23, kim, [ann.email], { title: 'Others', textBody: `Not ${others.join(' nor ')}` }),
];
const captureAll = () => tracking(app).capture(ann, mails);
const titles = async () => {
  const rows = await app.db.selectFrom('captured_activities').select('title').execute();
  return rows.map(({ title }) => title);
};

test('what the erasure finds is not captured again, in whichever form', async () => {
  await captureAll();
  expect((await titles()).length).toBe(15);
  const { id } = await startErasure(app.db, commandLine, address);
  await runErasure(app.db, id);
  expect(await titles()).toEqual(['Others']);
  await captureAll();
  expect(await titles()).toEqual(['Others']);
});

test('the check finds more than the erasure: also within longer addresses', async () => {
  expect(await findInTables(app.db, address)).toMatchObject([
    { location: 'table captured_activities', count: 1 },
  ]);
});

test('texts of other tables lose the address and keep the rest, after a line break too', async () => {
  const contact = 'willa@acme.com';
  const note = `100%25 sure\n${contact} or _${contact}_, http://a.example/?a=b%20c`;
  await app.db
    .updateTable('workspace_accounts')
    .set({ note })
    .where('id', '=', accountId)
    .execute();
  await sql`insert into saved_views (workspace_id, owner_id, name, is_shared, state)
    values (${workspaceId}, ${ann.id}, 'Mine', false, ${JSON.stringify({ [contact]: [`a\n${contact}`], size: 1.5 })})`.execute(
    app.db,
  );
  const { id } = await startErasure(app.db, commandLine, contact);
  await runErasure(app.db, id);
  expect(await findInTables(app.db, contact)).toEqual([]);
  const account = await app.db
    .selectFrom('workspace_accounts')
    .select('note')
    .where('id', '=', accountId)
    .executeTakeFirst();
  expect(account?.note).toBe('100%25 sure\nerased or _erased_, http://a.example/?a=b%20c');
  const view = await app.db.selectFrom('saved_views').select('state').executeTakeFirst();
  expect(view?.state).toEqual({ erased: ['a\nerased'], size: 1.5 });
});

test('discovery stores no erased address among its samples', async () => {
  const contacts = [
    { domain: 'acme.com', name: 'Vicky', email: address },
    { domain: 'acme.com', name: `'${address}'`, email: 'desk@acme.com' },
    { domain: 'acme.com', name: 'Kim', email: kim.email },
  ];
  await app.db
    .transaction()
    .execute((tx) => storeSamples(tx, ann.id, [{ day: '2026-03-02', contacts }]));
  const samples = await app.db
    .selectFrom('discovered_samples')
    .select(['names', 'emails'])
    .execute();
  expect(samples).toEqual([{ names: ['Kim'], emails: [kim.email] }]);
});

test('a transcript that names it is not stored', async () => {
  const call = await app.db
    .selectFrom('captured_activities')
    .select('id')
    .executeTakeFirstOrThrow();
  const sentences = [
    { speaker: 'Kim', text: 'Hello', startTime: 0 },
    { speaker: 'Kim', text: `Write to\n${address}`, startTime: 1 },
  ];
  const store = () =>
    app.db
      .transaction()
      .execute((tx) =>
        storeTranscript(tx, { ownerId: ann.id, capturedId: call.id }, sentences as never),
      );
  await store();
  expect(await app.db.selectFrom('call_transcripts').select('captured_id').execute()).toEqual([]);
});
