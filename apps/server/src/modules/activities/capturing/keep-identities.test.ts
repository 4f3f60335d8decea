import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import type { ActivityToCapture } from '../activity-to-capture.ts';
import { captureAndPublish } from '../capture-and-publish.fixture.ts';
import { sampleMail } from '../sample-mail.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const inWorkspace = async (workspaceId: string): Promise<MadePerson> => {
  const person = await app.make.member(workspaceId);
  await importDomains(app.db, person.id, { domains: ['acme.com'], source: 'manual' });
  return person;
};

const capture = (person: MadePerson, activities: ActivityToCapture[]) =>
  captureAndPublish(
    app.db,
    { ownerId: person.id, provider: 'mail_file', source: 'files' },
    activities,
  );

const stored = ({ id }: MadePerson) =>
  app.db
    .selectFrom('captured_activities')
    .select(['activity_key', 'title', 'external_id'])
    .where('owner_id', '=', id)
    .orderBy('title')
    .execute();

/** An email as it was read before, and as it is read now. */
const readTwice = () => {
  const former = { key: `message-id:${crypto.randomUUID()} garbled`, externalId: 'before' };
  const garbled = sampleMail({ key: former.key, externalId: 'before', title: 'GrÃ¼ÃŸe' });
  const right = sampleMail({ key: `${former.key} no more`, externalId: 'now', title: 'Grüße' });
  return { garbled, right: { ...right, former } };
};

test('an email that was stored garbled is the same one when it is read again right', async () => {
  const ann = await inWorkspace((await app.make.workspace()).id);
  const { garbled, right } = readTwice();
  await capture(ann, [garbled]);
  const [before] = await stored(ann);
  await capture(ann, [right]);
  await capture(ann, [right]);
  expect(await stored(ann)).toEqual([{ ...before, title: 'Grüße' }]);
});

test('it is the same one for a colleague, and no business of anyone else', async () => {
  const workspace = await app.make.workspace();
  const [ann, bob] = [await inWorkspace(workspace.id), await inWorkspace(workspace.id)];
  const eve = await inWorkspace((await app.make.workspace()).id);
  const { garbled, right } = readTwice();
  await capture(ann, [garbled]);
  for (const one of [bob, eve]) await capture(one, [right]);
  const [annKey, bobKey, eveKey] = await Promise.all(
    [ann, bob, eve].map(async (one) => (await stored(one))[0]?.activity_key),
  );
  expect(bobKey).toBe(annKey);
  expect(eveKey).not.toBe(annKey);
});

test('two emails that were one, since nothing of them could be read, are two', async () => {
  const ann = await inWorkspace((await app.make.workspace()).id);
  const { garbled, right } = readTwice();
  await capture(ann, [garbled]);
  const other = { ...right, key: `${right.key} other`, externalId: 'other', title: 'Other' };
  await capture(ann, [right, other]);
  expect(await stored(ann)).toMatchObject([
    { title: 'Grüße', external_id: 'before' },
    { title: 'Other', external_id: 'other' },
  ]);
});

test('an email that was not stored before has its own identity', async () => {
  const ann = await inWorkspace((await app.make.workspace()).id);
  await capture(ann, [readTwice().right]);
  expect(await stored(ann)).toMatchObject([{ external_id: 'now' }]);
});
