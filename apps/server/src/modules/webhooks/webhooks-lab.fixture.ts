import { webhookEventNames } from '@repo/contract/webhook-events';
import { sql } from 'kysely';
import { createTestApp, type TestAppOptions } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { createAccount } from '../accounts/create-account.ts';
import { sampleMail } from '../activities/sample-mail.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { makeDeliveries } from './making/make-deliveries.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';
import { findDueWebhooks } from './sending/claim-deliveries.ts';
import { deliverTurn } from './sending/deliver-turn.ts';
import { createSendMessage } from './sending/send-message.ts';

const W = '/api/workspaces/{workspaceId}/webhooks' as const;

interface NewHook {
  url: string;
  events?: typeof webhookEventNames;
  format?: 'events' | 'slack' | 'teams';
  level?: 'activity' | 'subject';
}

/** An application whose webhooks the test sends itself, to receivers on this machine. */
export async function createWebhooksLab({
  timeoutMs = 1_000,
  ...options
}: TestAppOptions & { timeoutMs?: number } = {}) {
  const app = await createTestApp({
    config: { webhookPrivateNetworks: ['127.0.0.0/8'] },
    ...options,
  });
  const { context, db } = app;
  const send = createSendMessage(context.config, { timeoutMs });
  const stopping = new AbortController().signal;
  const receivers: Receiver[] = [];
  const lab = {
    app,
    db,
    /** A workspace with an owner. */
    async settle() {
      const { id: workspaceId } = await app.make.workspace();
      const owner = await app.make.person();
      await app.make.membership(workspaceId, owner.id, 'owner');
      return { workspaceId, owner };
    },
    async create(
      { workspaceId, owner }: { workspaceId: string; owner: MadePerson },
      body: NewHook,
    ) {
      const { data } = await app.call(`POST ${W}`, {
        token: owner.token,
        params: { workspaceId },
        body: { name: 'Hook', events: webhookEventNames, ...body },
      });
      return { secret: data.secret, webhookId: data.webhook.id };
    },
    async find(of: { workspaceId: string; owner: MadePerson }, webhookId: string) {
      const { data } = await app.call(`GET ${W}`, {
        token: of.owner.token,
        params: { workspaceId: of.workspaceId },
      });
      return data.items.find(({ id }) => id === webhookId);
    },
    async deliveries(of: { workspaceId: string; owner: MadePerson }, webhookId: string) {
      const { data } = await app.call(`GET ${W}/{webhookId}/deliveries`, {
        token: of.owner.token,
        params: { workspaceId: of.workspaceId, webhookId },
      });
      return data.items;
    },
    account: (workspaceId: string, domain: string) =>
      db
        .transaction()
        .execute((tx) => createAccount(tx, { workspaceId, domain, name: domain, creatorId: null })),
    /** A receiver that is stopped with `stopReceivers`. */
    async receiver(...answer: Parameters<typeof startReceiver>) {
      const one = await startReceiver(...answer);
      receivers.push(one);
      return one;
    },
    async stopReceivers() {
      for (const one of receivers.splice(0)) await one.stop();
    },
    /** A workspace with an owner, and a webhook to a receiver. */
    async settleWith(given: Partial<NewHook> = {}) {
      const hook = await lab.receiver();
      const settled = await lab.settle();
      const made = await lab.create(settled, { url: hook.url, ...given });
      return { ...settled, ...made, hook };
    },
    /** Shares acme.com of the owner with an account, with an email. */
    async shareMail(owner: MadePerson, workspaceId: string) {
      const { accountId, domainId } = await tracking(app).makeAccount(owner, workspaceId);
      await tracking(app).capture(owner, [sampleMail({ title: 'Zulusubject https://x.example' })]);
      return { accountId, domainId };
    },
    /** Makes the deliveries of everything that changed. */
    async make() {
      while (await makeDeliveries(db));
    },
    /** Makes and sends what is due, until nothing is. */
    async run() {
      await lab.make();
      for (let round = 0; round < 100; round += 1) {
        const due = await findDueWebhooks(db, 100);
        if (due.length === 0) return;
        for (const one of due) {
          await deliverTurn({ ...context, send }, one, {
            stopping,
            until: Date.now() + 5_000,
          });
        }
      }
      throw new Error('There is still something to send.');
    },
    /** As if some time had passed: what waits is due. */
    async wait() {
      await sql`update webhook_deliveries set next_attempt_at = now() where next_attempt_at is not null`.execute(
        db,
      );
      await sql`update webhooks set paused_until = null`.execute(db);
    },
  };
  return lab;
}

export type WebhooksLab = Awaited<ReturnType<typeof createWebhooksLab>>;
