import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { mail, makePeopleWorkspace } from '../../accounts/people/people.fixture.ts';
import { commandLine } from '../../audit/actor.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { continueErasuresJob } from './continue-erasures.job.ts';
import { findInTables } from '../find-remains.ts';
import { runErasure } from '../run-erasure.ts';
import { startErasure } from '../start-erasure.ts';

let app: TestApp;
let ann: MadePerson;
let workspaceId: string;

beforeAll(async () => {
  app = await createTestApp();
  ({ ann, workspaceId } = await makePeopleWorkspace(app));
});
afterAll(() => app.close());

const addUser = (email: string) => app.make.person({ email });
const addConnection = (source: string) =>
  app.db
    .insertInto('integrations')
    .values({ owner_id: ann.id, provider: 'gmail', source } as never)
    .execute();
const addGrant = (source: string) =>
  app.db
    .insertInto('pending_grants')
    .values({
      confirm_hash: Buffer.from(randomUUID()),
      user_id: ann.id,
      provider: 'gmail',
      source,
      credentials: Buffer.from('x'),
      credentials_key_id: 'one',
      expires_at: new Date(Date.now() + 600_000),
    } as never)
    .execute();
const addInvitation = (email: string, state = 'pending') =>
  app.db
    .insertInto('invitations')
    .values({
      workspace_id: workspaceId,
      email,
      role: 'member',
      state,
      token_hash: Buffer.from(randomUUID()),
      inviter_name: 'Ann',
      by_administrator: false,
      expires_at: new Date(Date.now() + 600_000),
    } as never)
    .execute();

test.each([
  ['a user with a tag', 'sam@inside.example', addUser, 'sam+it@inside.example'],
  ['a user with the tag of a help desk', 'help@inside.example', addUser, 'help+it@inside.example'],
  ['a mailbox with a tag', 'box@inside.example', addConnection, 'Box+Mail@Inside.example'],
  ['a mailbox that is not confirmed', 'new@inside.example', addGrant, 'New+1@Inside.example'],
  ['an invited person with a tag', 'guest@inside.example', addInvitation, 'guest+a@inside.example'],
])('refuses the address of %s', async (_name, address, add, stored) => {
  await add(stored);
  for (const typed of [address, address.toUpperCase(), stored]) {
    await expect(startErasure(app.db, commandLine, typed)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  }
});

test('changes no user, connection or invitation that comes while it runs', async () => {
  const contact = { name: 'Uma', email: 'uma@acme.com' };
  await tracking(app).capture(ann, [mail(1, contact, [ann.email])]);
  await addInvitation(contact.email, 'declined');
  const { id } = await startErasure(app.db, commandLine, contact.email);
  await addUser('uma+one@acme.com');
  await addUser('uma+two@acme.com');
  await addConnection(contact.email);
  await addGrant(contact.email);
  await addInvitation(contact.email);
  await runErasure(app.db, id);
  const left = await findInTables(app.db, contact.email);
  expect(left).toMatchObject([
    { location: 'table integrations', count: 1 },
    { location: 'table invitations', count: 1 },
    { location: 'table pending_grants', count: 1 },
    { location: 'table users', count: 2 },
  ]);
});

test.each(['sales&ops@acme.com', 'anna@bücher.example'])(
  'erases %s, which no mail server of ours would accept',
  async (email) => {
    const sender = { name: 'Kim', email: 'kim@acme.com' };
    await tracking(app).capture(ann, [mail(1, sender, [ann.email, email])]);
    const { id } = await startErasure(app.db, commandLine, email);
    expect(await runErasure(app.db, id)).toMatchObject({ captured_activities: 1 });
    expect(await findInTables(app.db, email)).toEqual([]);
  },
);

test('an erasure that fails does not stop the others', async () => {
  const contact = { name: 'Vic', email: 'vic@acme.com' };
  await tracking(app).capture(ann, [mail(1, contact, [ann.email])]);
  const failing = await startErasure(app.db, commandLine, 'wes@acme.com');
  await app.db
    .updateTable('contact_erasures')
    .set({ sealed: Buffer.from('unreadable') })
    .where('id', '=', failing.id)
    .execute();
  // Its id can be before or after that of the failing one.
  await startErasure(app.db, commandLine, contact.email);
  await startErasure(app.db, commandLine, 'xen@acme.com');
  const run = continueErasuresJob.run(app.context, {}, new AbortController().signal);
  await expect(run).rejects.toThrow(/decrypt|auth|key|invalid|state/i);
  const unfinished = await app.db
    .selectFrom('contact_erasures')
    .select('id')
    .where('finished_at', 'is', null)
    .execute();
  expect(unfinished).toEqual([{ id: failing.id }]);
});
