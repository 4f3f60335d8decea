import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { takeProtectionUpdates } from '#modules/activities/update-protections.ts';
import { rebuildPublished } from '#modules/activities/publishing/rebuild-published.ts';
import { namedMail } from '../../activities/sample-mail.fixture.ts';
import { commandLine } from '../../audit/actor.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { findInTables } from '../find-remains.ts';
import { runErasure } from '../run-erasure.ts';
import { startErasure } from '../start-erasure.ts';

let app: TestApp;
let workspaceId: string;
let accountId: string;
let owner: MadePerson;
let ann: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  lawyer = `anna.${(count += 1)}@law.example`;
  ({ id: workspaceId } = await app.make.workspace());
  owner = await app.make.person();
  await app.make.membership(workspaceId, owner.id, 'owner');
  ann = await app.make.member(workspaceId);
  ({ accountId } = await tracking(app).makeAccount(ann, workspaceId));
});

/** Another one for each test: an erased address is not captured again. */
let lawyer: string;
let count = 0;
/** An email of acme.com, also to the lawyer where `isToLawyer`. */
const mailOf = (name: string, isToLawyer: boolean, ...refersTo: string[]) => ({
  ...namedMail(name, ...refersTo),
  participants: [
    { name: 'Zoe', email: 'zoe@acme.com', role: 'from' as const },
    { name: '', email: isToLawyer ? lawyer : 'kim@home.example', role: 'to' as const },
  ],
});
const capture = (...given: ReturnType<typeof mailOf>[]) => tracking(app).capture(ann, given);
const erase = async (windowSize?: number) => {
  const { id } = await startErasure(app.db, commandLine, lawyer);
  await runErasure(app.db, id, windowSize === undefined ? {} : { windowSize });
};
/** What is published; a complete rebuild has to give the same. */
async function published() {
  const read = async () => {
    const rows = await app.db
      .selectFrom('account_activities')
      .select('title')
      .where('account_id', '=', accountId)
      .execute();
    return rows.map(({ title }) => title).sort();
  };
  const before = await read();
  await app.db.transaction().execute((tx) => rebuildPublished(tx, { workspaceId, accountId }));
  expect(await read()).toEqual(before);
  return before;
}
const ownList = async () =>
  (await app.call('GET /api/protected-addresses', { token: ann.token })).data.addresses;

test('the rest of a conversation stays protected, until its user ends that', async () => {
  await app.call('PUT /api/protected-addresses', {
    token: ann.token,
    body: { address: lawyer, shares: 'nothing' },
  });
  await capture(mailOf('one', true), mailOf('two', false, 'one'), mailOf('other', false));
  await erase(1);
  expect(await findInTables(app.db, lawyer)).toEqual([]);
  await capture(mailOf('three', false, 'two'));
  expect(await published()).toEqual(['other']);
  const [listed] = await ownList();
  expect(listed).toMatchObject({
    address: expect.stringMatching(/^contact-[0-9a-f]+\.erased\.invalid$/),
    shares: 'nothing',
    activityCount: 2,
  });
  // Protected and erased once more, with the strictest level of both.
  await app.call('PUT /api/protected-addresses', {
    token: ann.token,
    body: { address: lawyer, shares: 'activity' },
  });
  await erase();
  expect(await ownList()).toMatchObject([{ address: listed?.address, shares: 'nothing' }]);
  expect(await published()).toEqual(['other']);
  const ended = await app.call('DELETE /api/protected-addresses/{address}', {
    token: ann.token,
    params: { address: listed?.address ?? '' },
  });
  expect(ended.status).toBe(200);
  expect(await published()).toEqual(['other', 'three', 'two']);
});

test('the protection of a workspace stays for all members, until an owner ends it', async () => {
  const options = { token: owner.token, params: { workspaceId } };
  await app.call('PUT /api/workspaces/{workspaceId}/protected-addresses', {
    ...options,
    body: { address: lawyer, shares: 'nothing' },
  });
  await capture(mailOf('one', true), mailOf('two', false, 'one'), mailOf('other', false));
  await erase(1);
  expect(await findInTables(app.db, lawyer)).toEqual([]);
  // A later change of the list compares all members again.
  await app.call('PUT /api/workspaces/{workspaceId}/protected-addresses', {
    ...options,
    body: { address: 'fund.example', shares: 'nothing' },
  });
  await takeProtectionUpdates(app.db, () => false, workspaceId);
  await capture(mailOf('three', false, 'two'));
  expect(await published()).toEqual(['other']);
  const list = await app.call('GET /api/workspaces/{workspaceId}/protected-addresses', options);
  const address = list.data.addresses.find((one) => one.address !== 'fund.example')?.address ?? '';
  expect(address).toMatch(/\.erased\.invalid$/);
  await app.call('DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}', {
    ...options,
    params: { workspaceId, address },
  });
  expect(await published()).toEqual(['other', 'three', 'two']);
});
