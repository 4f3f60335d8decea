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

const team = async () => {
  const { id } = await app.make.workspace();
  return { ann: await inWorkspace(id), bob: await inWorkspace(id), cat: await inWorkspace(id) };
};

const capture = (person: MadePerson, ...activities: ActivityToCapture[]) =>
  captureAndPublish(
    app.db,
    { ownerId: person.id, provider: 'gmail', source: 'mailbox' },
    activities,
  );

const keyOf = async ({ id }: MadePerson): Promise<string | undefined> => {
  const stored = await app.db
    .selectFrom('captured_activities')
    .select('activity_key')
    .where('owner_id', '=', id)
    .execute();
  expect(stored).toHaveLength(1);
  return stored[0]?.activity_key;
};

/** One email, whole and without its text, and a forged one with its head. */
const copies = () => {
  const messageId = `<${crypto.randomUUID()}@acme.com>`;
  const whole = sampleMail({
    externalId: 'one',
    key: `message-id:${messageId} text`,
    head: { key: `mail-head:${messageId}`, messageId },
    messageIds: [messageId],
    textBody: 'The text',
  });
  const { textBody: _, ...rest } = whole;
  const head = {
    ...rest,
    key: `mail-head:${messageId}`,
    summary: '',
    metadata: { withoutText: true as const },
  };
  const forged = { ...whole, key: `message-id:${messageId} other`, textBody: 'Another text' };
  return { whole, head, forged };
};

test('a copy without text and the whole email are one, whichever was first', async () => {
  const { ann, bob, cat } = await team();
  const { whole, head } = copies();
  await capture(ann, head);
  await capture(bob, whole);
  await capture(cat, whole);
  expect(new Set(await Promise.all([ann, bob, cat].map(keyOf))).size).toBe(1);
  const other = await team();
  await capture(other.ann, whole);
  await capture(other.bob, head);
  expect(await keyOf(other.bob)).toBe(await keyOf(other.ann));
});

test('an email keeps its identity when its text is captured, and when it is read again', async () => {
  const { ann } = await team();
  const { whole, head } = copies();
  await capture(ann, head);
  const before = await keyOf(ann);
  await capture(ann, whole);
  await capture(ann, whole);
  expect(await keyOf(ann)).toBe(before);
});

test('a copy without text keeps the identity of a colleague after the colleague has it no longer', async () => {
  const { ann, bob } = await team();
  const { whole, head } = copies();
  await capture(ann, whole);
  await capture(bob, head);
  const before = await keyOf(bob);
  await app.db.deleteFrom('captured_activities').where('owner_id', '=', ann.id).execute();
  await capture(bob, { ...head, title: 'Read again' });
  expect(await keyOf(bob)).toBe(before);
});

test('a forged email with the same head stays another one', async () => {
  const { ann, bob, cat } = await team();
  const { whole, head, forged } = copies();
  await capture(ann, head);
  await capture(bob, whole);
  await capture(cat, forged);
  expect(await keyOf(bob)).toBe(await keyOf(ann));
  expect(await keyOf(cat)).not.toBe(await keyOf(ann));
  // Of two whole emails with its head, a copy without text is neither.
  const other = await team();
  await capture(other.bob, whole);
  await capture(other.cat, forged);
  await capture(other.ann, head);
  const keys = await Promise.all([other.ann, other.bob, other.cat].map(keyOf));
  expect(new Set(keys).size).toBe(3);
});

test('strangers to each other share no identity', async () => {
  const [one, other] = [await team(), await team()];
  const { whole, head } = copies();
  await capture(one.ann, head);
  await capture(other.ann, whole);
  expect(await keyOf(other.ann)).not.toBe(await keyOf(one.ann));
});
