import { webhookEventNames } from '@repo/contract/webhook-events';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { removeOldDeliveries } from './remove-old-deliveries.job.ts';
import { createWebhooksLab, type WebhooksLab } from './webhooks-lab.fixture.ts';

const W = '/api/workspaces/{workspaceId}/webhooks' as const;

let lab: WebhooksLab;
beforeAll(async () => {
  lab = await createWebhooksLab();
});
afterAll(() => lab.app.close());

afterEach(() => lab.stopReceivers());

describe('texts for chats', () => {
  test.each([
    ['slack', 'activity', false],
    ['slack', 'subject', true],
    ['teams', 'activity', false],
    ['teams', 'subject', true],
  ] as const)('%s at the level %s', async (format, level, shows) => {
    const { workspaceId, owner, hook } = await lab.settleWith({
      format,
      level,
      events: ['activity.published', 'account.created'],
    });
    await lab.shareMail(owner, workspaceId);
    await lab.run();
    // One message for both.
    expect(hook.received).toHaveLength(1);
    const body = hook.received[0]?.body ?? '';
    expect(body).toContain('New email with Acme');
    expect(body).toContain('New account: Acme');
    expect(body.includes('Zulusubject')).toBe(shows);
    expect(body).not.toMatch(/x\.example|Summary|ann@/);
  });

  test('an activity that is shared at the level activity has no subject, whatever the webhook may show', async () => {
    const { workspaceId, owner, hook } = await lab.settleWith({
      format: 'slack',
      level: 'subject',
      events: ['activity.published'],
    });
    const { domainId } = await lab.shareMail(owner, workspaceId);
    await lab.app.call('PUT /api/accounts/domains/level', {
      token: owner.token,
      body: { domainIds: [domainId], level: 'activity' },
    });
    await lab.run();
    expect(hook.received.length).toBeGreaterThan(0);
    for (const { body } of hook.received) expect(body).not.toContain('Zulusubject');
  });

  test('markup and mentions in a name are text', async () => {
    const { workspaceId, hook } = await lab.settleWith({
      format: 'slack',
      events: ['account.created'],
    });
    const { id } = await lab.account(workspaceId, 'acme.com');
    await sql`update workspace_accounts set name = '<!channel> *A* & <https://x.example|B>' where id = ${id}`.execute(
      lab.db,
    );
    await lab.run();
    const message = JSON.parse(hook.received[0]?.body ?? '{}') as { text: string };
    expect(message.text).toBe('New account: &lt;!channel&gt; *A* &amp; &lt;(link)');
  });
});

describe('limits', () => {
  test('a workspace has ten webhooks, each with a name, an address and an event', async () => {
    const settled = await lab.settle();
    for (let count = 0; count < limits.webhooksPerWorkspace; count += 1) {
      await lab.create(settled, { url: 'https://receiver.example/' });
    }
    const create = (body: object) =>
      lab.app.call(`POST ${W}`, {
        token: settled.owner.token,
        params: { workspaceId: settled.workspaceId },
        body: { name: 'One', url: 'https://r.example', events: ['account.created'], ...body },
      });
    expect((await create({})).error?.code).toBe('LIMIT_REACHED');
    for (const [body, field] of [
      [{ name: ' ' }, 'name'],
      [{ url: '' }, 'url'],
      [{ url: 'receiver.example' }, 'url'],
      [{ url: 'ftp://receiver.example' }, 'url'],
      [{ url: 'https://me:secret@receiver.example' }, 'url'],
      [{ url: 'https://10.0.0.1/' }, 'url'],
      [{ url: 'https://[::1]/' }, 'url'],
      [{ url: 'https://0x0a000001/' }, 'url'],
      [{ url: `https://r.example/${'a'.repeat(limits.webhookUrlLength)}` }, 'url'],
      [{ events: [] }, 'events'],
    ] as const) {
      const { error } = await create(body);
      expect(JSON.stringify(error)).toContain(`"${field}"`);
    }
  });

  test('tests are counted, and old deliveries are removed', async () => {
    const { workspaceId, owner, webhookId } = await lab.settleWith();
    await lab.account(workspaceId, 'acme.com');
    await lab.run();
    await sql`update webhook_deliveries set created_at = now() - interval '15 days'
      where webhook_id = ${webhookId}`.execute(lab.db);
    await removeOldDeliveries(lab.app.context);
    expect(await lab.deliveries({ workspaceId, owner }, webhookId)).toEqual([]);
    const sendTest = () =>
      lab.app.call(`POST ${W}/{webhookId}/test`, {
        token: owner.token,
        params: { workspaceId, webhookId },
      });
    expect((await sendTest()).status).toBe(200);
    await sql`update rate_limit_counters set count = ${limits.webhookTriesPerHour}
      where count = 1 and ends_at > now() + interval '59 minutes'`.execute(lab.db);
    expect((await sendTest()).status).toBe(429);
  });

  test('the log has pages', async () => {
    const { workspaceId, owner, webhookId } = await lab.settleWith({ events: webhookEventNames });
    for (let count = 0; count < 52; count += 1) await lab.account(workspaceId, `${count}.com`);
    await lab.run();
    const page = async (before?: string) =>
      (
        await lab.app.call(`GET ${W}/{webhookId}/deliveries`, {
          token: owner.token,
          params: { workspaceId, webhookId },
          query: { ...(before !== undefined && { before }) },
        })
      ).data;
    const first = await page();
    const second = await page(first.next ?? '');
    expect([first.items.length, second.items.length, second.next]).toEqual([50, 2, null]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(52);
  });
});
