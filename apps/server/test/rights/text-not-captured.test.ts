import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const whole = (messageId: string) =>
  sampleMail({
    key: `message-id:${messageId}`,
    head: { key: `mail-head:${messageId}`, messageId },
    messageIds: [messageId],
    title: 'Offer',
    summary: 'The summary',
    textBody: 'The text',
  });

const withoutText = (messageId: string) => {
  const { textBody: _, ...rest } = whole(messageId);
  return {
    ...rest,
    key: `mail-head:${messageId}`,
    summary: '',
    metadata: { withoutText: true as const },
  };
};

/** Ann shares acme.com in full; her mailbox captures no text. Bob is a colleague. */
async function share() {
  const { id: workspaceId } = await app.make.workspace();
  const [ann, bob, cat] = [
    await app.make.member(workspaceId),
    await app.make.member(workspaceId),
    await app.make.member(workspaceId),
  ];
  const { accountId, domainId } = await tracking(app).makeAccount(ann, workspaceId);
  const messageId = `<${crypto.randomUUID()}@acme.com>`;
  await tracking(app).capture(ann, [withoutText(messageId)]);
  const { id } = await app.db
    .selectFrom('account_activities')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const open = async ({ token }: { token: string }) =>
    (await app.call('GET /api/activities/{activityId}', { token, params: { activityId: id } })).data
      .activity;
  return { workspaceId, ann, bob, cat, domainId, messageId, id, open };
}

test('a mailbox without text shares subjects, and everyone reads why', async () => {
  const { ann, bob, domainId, id, open } = await share();
  for (const reader of [ann, bob]) {
    const activity = await open(reader);
    expect(activity).toMatchObject({ title: 'Offer', level: 'subject', isTextNotCaptured: true });
    expect(activity).not.toHaveProperty('access');
    expect(activity).not.toHaveProperty('metadata.withoutText');
  }
  const asked = await app.call('POST /api/activities/{activityId}/access', {
    token: bob.token,
    params: { activityId: id },
  });
  expect(asked.error).toMatchObject({ code: 'CONFLICT' });
  const { data } = await app.call('GET /api/accounts/domains/{id}/as-colleagues-see', {
    token: ann.token,
    params: { id: domainId },
    query: {},
  });
  expect(data.activities).toMatchObject([{ reason: 'text-not-captured' }]);
});

test('a colleague who shares the same email in full shows its text, as long as they do', async () => {
  const { workspaceId, bob, cat, messageId, open } = await share();
  const { data: imported } = await tracking(app).importOne(cat.token, 'acme.com');
  const domainId = imported.results[0]?.domain.id ?? '';
  void (
    await app.call('POST /api/accounts/domains/share', {
      token: cat.token,
      body: { domainId, workspaceId },
    })
  ).data;
  await tracking(app).capture(cat, [whole(messageId)]);
  expect(await open(bob)).toMatchObject({ plainTextBody: 'The text' });
  expect(await open(bob)).not.toHaveProperty('isTextNotCaptured');
  void (
    await app.call('DELETE /api/accounts/domains/unshare', {
      token: cat.token,
      body: { domainId, workspaceId },
    })
  ).data;
  expect(await open(bob)).toMatchObject({ title: 'Offer', isTextNotCaptured: true });
});

test('an email whose text is captured later is shared with it, as the same activity', async () => {
  const { ann, bob, messageId, open } = await share();
  const [before] = await app.db
    .selectFrom('captured_activities')
    .select('external_id')
    .where('owner_id', '=', ann.id)
    .execute();
  await tracking(app).capture(ann, [
    { ...whole(messageId), externalId: before?.external_id ?? '' },
  ]);
  const activity = await open(bob);
  expect(activity).toMatchObject({ plainTextBody: 'The text', summary: 'The summary' });
  expect(activity).not.toHaveProperty('level');
});
