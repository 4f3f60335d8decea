import { createRequire } from 'node:module';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { answerWith, type startReceiver } from './receiver.fixture.ts';
import { sendWebhookDisabledJob } from './send-webhook-disabled.job.ts';
import { createWebhooksLab, type WebhooksLab } from './webhooks-lab.fixture.ts';

interface Verifier {
  verify: (body: string, headers: Record<string, string>) => unknown;
}
/** The library of Standard Webhooks; undefined if it was not installed since it became a dependency. */
const Webhook = loadVerifier();
function loadVerifier(): (new (secret: string) => Verifier) | undefined {
  try {
    const library = createRequire(import.meta.url)('standardwebhooks');
    return (library as { Webhook: new (secret: string) => Verifier }).Webhook;
  } catch {
    return undefined;
  }
}
const W = '/api/workspaces/{workspaceId}/webhooks' as const;

let lab: WebhooksLab;
beforeAll(async () => {
  lab = await createWebhooksLab();
  await registerJobs([sendWebhookDisabledJob] as never, lab.app.context as never);
});
afterAll(() => lab.app.close());

afterEach(() => lab.stopReceivers());

describe('events', () => {
  test('an account that is created, changed and deleted is told in three messages of ids', async () => {
    const { workspaceId, owner, hook, webhookId } = await lab.settleWith();
    const { id: accountId } = await lab.account(workspaceId, 'acme.com');
    await lab.run();
    await lab.app.call('PUT /api/accounts/{accountId}/note', {
      token: owner.token,
      params: { accountId },
      body: { note: 'Met at the fair', replaces: '' },
    });
    await lab.run();
    await lab.app.call('DELETE /api/accounts/{accountId}', {
      token: owner.token,
      params: { accountId },
    });
    await lab.run();
    expect(hook.types()).toEqual(['account.created', 'account.changed', 'account.deleted']);
    const [created] = hook.received;
    expect(created?.event).toEqual({
      type: 'account.created',
      timestamp: expect.stringMatching(/Z$/),
      data: { workspaceId, accountId, version: expect.any(Number) },
    });
    const versions = hook.received.map(({ event }) => Number(event.data['version']));
    expect(versions).toEqual(versions.toSorted((one, other) => one - other));
    const log = await lab.deliveries({ workspaceId, owner }, webhookId);
    expect(
      log.map(({ event, state, status, attempts }) => [event, state, status, attempts]),
    ).toEqual(
      ['account.deleted', 'account.changed', 'account.created'].map((event) => [
        event,
        'delivered',
        204,
        1,
      ]),
    );
  });

  test('a shared activity and its withdrawal are told, and nothing of its text', async () => {
    const { workspaceId, owner, hook } = await lab.settleWith({
      events: ['activity.published', 'activity.withdrawn'],
    });
    const { accountId, domainId } = await lab.shareMail(owner, workspaceId);
    await lab.run();
    expect(hook.types()).toEqual(['activity.published']);
    expect(hook.received[0]?.event.data).toEqual({
      workspaceId,
      accountId,
      activityId: expect.any(String),
      version: expect.any(Number),
    });
    expect(hook.received[0]?.body).not.toMatch(/zulu|acme/i);
    await lab.app.call('DELETE /api/accounts/domains/unshare', {
      token: owner.token,
      body: { domainId, workspaceId },
    });
    await lab.run();
    expect(hook.types()).toEqual(['activity.published', 'activity.withdrawn']);
  });

  test('a webhook gets what it was created for, of the time since', async () => {
    const hook = await lab.receiver();
    const settled = await lab.settle();
    await lab.account(settled.workspaceId, 'before.com');
    await lab.create(settled, { url: hook.url, events: ['account.created'] });
    const { id } = await lab.account(settled.workspaceId, 'after.com');
    await lab.shareMail(settled.owner, settled.workspaceId);
    await lab.run();
    expect(hook.types()).toEqual(['account.created', 'account.created']);
    expect(hook.received[0]?.event.data).toMatchObject({ accountId: id });
  });

  test('a change that is not committed is not told, and is none that is rolled back', async () => {
    const { workspaceId, hook } = await lab.settleWith();
    await lab.db
      .transaction()
      .execute(async (tx) => {
        await sql`insert into changed_entries (workspace_id, kind, entry_id, is_new)
          values (${workspaceId}, 'account', gen_random_uuid(), true)`.execute(tx);
        await lab.run();
        throw new Error('rolled back');
      })
      .catch(() => {});
    await lab.run();
    expect(hook.received).toEqual([]);
  });
});

describe('signatures', () => {
  test.skipIf(!Webhook)(
    'are those of Standard Webhooks, and of both secrets for a day',
    async () => {
      if (Webhook === undefined) return;
      const { workspaceId, owner, hook, secret, webhookId } = await lab.settleWith();
      await lab.account(workspaceId, 'acme.com');
      await lab.run();
      const [first] = hook.received;
      if (first === undefined) throw new Error('Nothing was received.');
      expect(new Webhook(secret).verify(first.body, first.headers)).toEqual(first.event);
      expect(() => new Webhook(secret).verify(`${first.body} `, first.headers)).toThrow(
        /signature/i,
      );
      expect(first.headers['webhook-id']).toMatch(/^msg_[0-9a-f-]{36}$/);
      const { data } = await lab.app.call(`POST ${W}/{webhookId}/secret`, {
        token: owner.token,
        params: { workspaceId, webhookId },
      });
      expect(data.secret).not.toBe(secret);
      expect(data.webhook.previousSecretUntil).not.toBeNull();
      const sendTest = () =>
        lab.app.call(`POST ${W}/{webhookId}/test`, {
          token: owner.token,
          params: { workspaceId, webhookId },
        });
      await sendTest();
      await lab.run();
      const both = hook.received[1];
      for (const one of [secret, data.secret]) {
        expect(new Webhook(one).verify(both?.body ?? '', both?.headers ?? {})).toBeTruthy();
      }
      await sql`update webhooks set previous_secret_until = now() where id = ${webhookId}`.execute(
        lab.db,
      );
      await sendTest();
      await lab.run();
      const last = hook.received[2];
      expect(new Webhook(data.secret).verify(last?.body ?? '', last?.headers ?? {})).toBeTruthy();
      expect(() => new Webhook(secret).verify(last?.body ?? '', last?.headers ?? {})).toThrow(
        /signature/i,
      );
    },
  );

  test('a secret whose key is lost is replaced by a new one, which signs alone', async () => {
    const { workspaceId, owner, webhookId } = await lab.settleWith();
    await sql`update webhooks set secret_key_id = 'lost' where id = ${webhookId}`.execute(lab.db);
    const { status, data } = await lab.app.call(`POST ${W}/{webhookId}/secret`, {
      token: owner.token,
      params: { workspaceId, webhookId },
    });
    expect([status, data.webhook.previousSecretUntil]).toEqual([200, null]);
  });

  test('a secret is shown once, and is stored in no form that can be read', async () => {
    const settled = await lab.settleWith();
    const { data } = await lab.app.call(`GET ${W}`, {
      token: settled.owner.token,
      params: { workspaceId: settled.workspaceId },
    });
    expect(JSON.stringify(data)).not.toContain('whsec_');
    const { rows } = await sql<{ text: string }>`
      select webhooks::text as text from webhooks where id = ${settled.webhookId}`.execute(lab.db);
    expect(rows[0]?.text).not.toContain(settled.secret.slice(6));
  });
});

describe('failures', () => {
  test('an attempt is repeated under its id by the schedule, until it is accepted', async () => {
    const { workspaceId, owner, hook, webhookId } = await lab.settleWith();
    hook.answer(answerWith(500));
    await lab.account(workspaceId, 'acme.com');
    await lab.run();
    const [waiting] = await lab.deliveries({ workspaceId, owner }, webhookId);
    expect(waiting).toMatchObject({
      state: 'waiting',
      status: 500,
      problem: 'The receiver answered 500',
    });
    await lab.wait();
    hook.answer(answerWith(200));
    await lab.run();
    const ids = hook.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(2);
    expect(await lab.deliveries({ workspaceId, owner }, webhookId)).toMatchObject([
      { state: 'delivered', attempts: 2, nextAttemptAt: null, problem: null },
    ]);
    expect(await lab.find({ workspaceId, owner }, webhookId)).toMatchObject({ failingSince: null });
  });

  test('after ten attempts a delivery has failed, and can be replayed', async () => {
    const { workspaceId, owner, hook, webhookId } = await lab.settleWith();
    hook.answer(answerWith(503));
    await lab.account(workspaceId, 'acme.com');
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await lab.run();
      await lab.wait();
    }
    expect(hook.received).toHaveLength(10);
    const [failed] = await lab.deliveries({ workspaceId, owner }, webhookId);
    expect(failed).toMatchObject({ state: 'failed', attempts: 10 });
    hook.answer(answerWith(200));
    const deliveryId = failed?.id ?? '';
    await lab.app.call(`POST ${W}/{webhookId}/deliveries/{deliveryId}/replay`, {
      token: owner.token,
      params: { workspaceId, webhookId, deliveryId },
    });
    await lab.run();
    expect(hook.received[10]?.headers['webhook-id']).toBe(hook.received[0]?.headers['webhook-id']);
    expect(await lab.deliveries({ workspaceId, owner }, webhookId)).toMatchObject([
      { state: 'delivered' },
    ]);
  });

  test('what a receiver wants to wait is heeded', async () => {
    const { workspaceId, owner, hook, webhookId } = await lab.settleWith();
    hook.answer(answerWith(429, { 'retry-after': '900' }));
    await lab.account(workspaceId, 'acme.com');
    await lab.account(workspaceId, 'second.com');
    await lab.run();
    const log = await lab.deliveries({ workspaceId, owner }, webhookId);
    const times = log.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') - Date.now());
    expect(Math.min(...times)).toBeGreaterThan(800_000);
    const before = hook.received.length;
    await lab.account(workspaceId, 'third.com');
    await lab.run();
    expect(hook.received).toHaveLength(before);
  });

  test.each([
    ['a redirect inward', answerWith(302, { location: 'http://127.0.0.1:1/' }), 302, /redirect/],
    [
      'ten gigabytes',
      (response: Parameters<Parameters<typeof startReceiver>[0] & object>[0]) => {
        response.writeHead(200, { 'content-length': String(10 * 2 ** 30) });
        const pour = () => {
          while (response.writable && response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', pour);
        pour();
      },
      200,
      null,
    ],
    ['nothing', () => {}, null, /No answer within 1 seconds?/],
    [
      'a closed connection',
      (response: Parameters<Parameters<typeof startReceiver>[0] & object>[0]) =>
        void response.destroy(),
      null,
      /closed the connection/,
    ],
  ])('a receiver that answers with %s', async (_, answer, status, problem) => {
    const { workspaceId, owner, hook, webhookId } = await lab.settleWith();
    hook.answer(answer);
    await lab.account(workspaceId, 'acme.com');
    await lab.run();
    const [delivery] = await lab.deliveries({ workspaceId, owner }, webhookId);
    expect(delivery?.status).toBe(status);
    if (problem === null) expect(delivery).toMatchObject({ state: 'delivered', problem: null });
    else expect(delivery?.problem).toMatch(problem);
    expect(hook.received).toHaveLength(1);
  });

  test('410 disables at once, with an email, and what waits is not sent', async () => {
    const { workspaceId, owner, hook, webhookId } = await lab.settleWith();
    hook.answer(answerWith(410));
    for (const domain of ['a.com', 'b.com', 'c.com']) await lab.account(workspaceId, domain);
    lab.app.mails.length = 0;
    await lab.run();
    await lab.app.jobs.run();
    expect(await lab.find({ workspaceId, owner }, webhookId)).toMatchObject({
      disabled: 'gone',
      waiting: 0,
    });
    expect(lab.app.mails).toMatchObject([
      { to: owner.email, subject: expect.stringContaining('“Hook” was switched off') },
    ]);
    await lab.account(workspaceId, 'd.com');
    await lab.run();
    expect(hook.received.length).toBeLessThanOrEqual(3);
    // Enabled again, it gets what happens from then on.
    hook.answer(answerWith(200));
    const before = hook.received.length;
    await lab.app.call(`PATCH ${W}/{webhookId}`, {
      token: owner.token,
      params: { workspaceId, webhookId },
      body: { isEnabled: true },
    });
    await lab.account(workspaceId, 'e.com');
    await lab.run();
    expect(hook.received).toHaveLength(before + 1);
  });

  test('five days without success disable, with an email', async () => {
    const { workspaceId, owner, hook, webhookId } = await lab.settleWith();
    hook.answer(answerWith(500));
    await lab.account(workspaceId, 'acme.com');
    await lab.run();
    lab.app.mails.length = 0;
    await sql`
      update webhooks set failing_since = now() - interval '121 hours' where id = ${webhookId}`.execute(
      lab.db,
    );
    await lab.wait();
    await lab.run();
    await lab.app.jobs.run();
    expect(await lab.find({ workspaceId, owner }, webhookId)).toMatchObject({
      disabled: 'failing',
    });
    expect(lab.app.mails).toHaveLength(1);
  });
});

describe('rights', () => {
  test('what its owner may not see any more when it is sent is not sent', async () => {
    const { workspaceId, owner, hook, webhookId } = await lab.settleWith({
      events: ['account.created', 'account.changed', 'activity.published'],
    });
    const { id: accountId } = await lab.account(workspaceId, 'gone.com');
    await lab.make();
    await lab.app.call('DELETE /api/accounts/{accountId}', {
      token: owner.token,
      params: { accountId },
    });
    await lab.run();
    expect(hook.received).toEqual([]);
    expect(await lab.deliveries({ workspaceId, owner }, webhookId)).toMatchObject([
      { state: 'dropped' },
    ]);
  });

  test('what was withdrawn between its event and its delivery is not told as published', async () => {
    const { workspaceId, owner, hook } = await lab.settleWith({
      events: ['activity.published', 'activity.withdrawn'],
    });
    const { domainId } = await lab.shareMail(owner, workspaceId);
    await lab.make();
    await lab.app.call('DELETE /api/accounts/domains/unshare', {
      token: owner.token,
      body: { domainId, workspaceId },
    });
    await lab.run();
    expect(hook.types()).toEqual(['activity.withdrawn']);
  });

  test.each([
    ['is a member only', sql`update memberships set role = 'member' where user_id = `],
    ['has left', sql`delete from memberships where user_id = `],
    ['is deactivated', sql`update users set is_active = false where id = `],
  ])('an owner who %s between the event and its delivery gets nothing', async (_, change) => {
    const { workspaceId, owner, hook, webhookId } = await lab.settleWith();
    const other = await lab.app.make.person();
    await lab.app.make.membership(workspaceId, other.id, 'owner');
    await lab.account(workspaceId, 'acme.com');
    await lab.make();
    await sql`${change}${owner.id}`.execute(lab.db);
    await lab.account(workspaceId, 'later.com');
    await lab.run();
    expect(hook.received).toEqual([]);
    const of = { workspaceId, owner: other };
    expect(await lab.find(of, webhookId)).toMatchObject({ disabled: 'no-owner' });
    // Another owner takes it over.
    await lab.app.call(`PATCH ${W}/{webhookId}`, {
      token: other.token,
      params: { workspaceId, webhookId },
      body: { isEnabled: true },
    });
    await lab.account(workspaceId, 'new.com');
    await lab.run();
    expect(hook.types()).toEqual(['account.created']);
  });

  test('another address gets nothing that was meant for the one before', async () => {
    const { workspaceId, owner, hook, webhookId } = await lab.settleWith();
    await lab.account(workspaceId, 'acme.com');
    await lab.make();
    const other = await lab.receiver();
    await lab.app.call(`PATCH ${W}/{webhookId}`, {
      token: owner.token,
      params: { workspaceId, webhookId },
      body: { url: other.url },
    });
    await lab.run();
    expect([...hook.received, ...other.received]).toEqual([]);
  });
});
