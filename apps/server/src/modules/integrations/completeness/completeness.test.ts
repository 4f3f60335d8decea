import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectedLab } from '#test/connected-lab.ts';
import { mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { requestReconciliation } from '../reading/request-reconciliation.ts';

let lab: SyncLab;
let ann: MadePerson;
let id: string;
beforeEach(async () => {
  ({ lab, ann, integrationId: id } = await connectedLab('acme.com'));
});

describe('completeness', () => {
  const read = async () =>
    (
      await lab.call('GET /api/integrations/{id}/completeness', {
        token: ann.token,
        params: { id },
      })
    ).data;

  it('finds and repairs missing and deleted messages, day by day', async () => {
    await lab.deliver(['kept', 'lost'].map((subject) => ({ subject, daysAgo: 3 })));
    const [gone] = await lab.deliver([{ subject: 'gone', daysAgo: 5 }]);
    await lab.sync(ann);
    expect(await read()).toEqual({ checkedAt: null, isRunning: false, days: [] });
    // As after a fault of ours: one email vanished here, and the deletion of another was missed.
    await lab.db.deleteFrom('captured_activities').where('title', '=', 'lost').execute();
    const goneId = await lab.idOf(gone ?? '');
    await lab.control('DELETE', `/gmail/${mailbox}/messages/${goneId}`);
    const { historyId } = (
      await lab.control<{ mailboxes: { address: string; historyId: string }[] }>(
        'GET',
        '/mailboxes',
      )
    ).mailboxes.find(({ address }) => address === mailbox) ?? { historyId: '' };
    await lab.db
      .updateTable('integrations')
      .set({ cursor: JSON.stringify({ historyId: String(historyId) }) })
      .execute();
    const { data } = await lab.call('POST /api/integrations/{id}/completeness', {
      token: ann.token,
      params: { id },
    });
    expect(data.integration.progress).toBeDefined();
    await lab.rested(ann);
    expect(await read()).toMatchObject({
      checkedAt: expect.any(String),
      isRunning: false,
      days: [
        { atProvider: 2, stored: 1, missing: 1, gone: 0 },
        { atProvider: 0, stored: 1, missing: 0, gone: 1 },
      ],
    });
    expect(await lab.captured(ann)).toEqual(['kept', 'lost']);
  });

  it('reads once more what was stored before its headers told who wrote it', async () => {
    await lab.deliver([
      { subject: 'away', daysAgo: 3, headers: { 'Auto-Submitted': 'auto-replied' } },
      { subject: 'hello', daysAgo: 2 },
    ]);
    await lab.sync(ann);
    const judged = () =>
      lab.db
        .selectFrom('captured_activities')
        .select(['title', 'is_automatic'])
        .orderBy('title')
        .execute();
    const expected = [
      { title: 'away', is_automatic: true },
      { title: 'hello', is_automatic: false },
    ];
    expect(await judged()).toEqual(expected);
    // As the version before left them.
    await lab.db.updateTable('captured_activities').set({ is_automatic: null }).execute();
    await requestReconciliation(lab.db);
    await lab.rested(ann);
    expect(await judged()).toEqual(expected);
    expect((await read()).days).toMatchObject([{ missing: 0 }, { missing: 0 }]);
  });

  it('is compared nightly, and finds nothing where nothing is wrong', async () => {
    await lab.deliver([{ subject: 'kept', daysAgo: 3 }]);
    await lab.sync(ann);
    await requestReconciliation(lab.db);
    await requestReconciliation(lab.db);
    await lab.rested(ann);
    const { days } = await read();
    expect(days).toMatchObject([{ atProvider: 1, stored: 1, missing: 0, gone: 0 }]);
  });
});

describe('why a message is not here', () => {
  const find = async (message: string) =>
    (
      await lab.call('GET /api/integrations/{id}/message-location', {
        token: ann.token,
        params: { id },
        query: { message },
      })
    ).data;
  const ruleOf = async (message: string) => (await find(message)).rule;

  it('is returned for its Message-ID or a link', async () => {
    const [stored = '', foreign = '', trashed = '', old = ''] = await lab.deliver([
      { subject: 'stored' },
      { subject: 'foreign', from: 'eve@mail.other.example', cc: 'me@gmail.com' },
      { subject: 'trashed' },
      { subject: 'old', daysAgo: 100 },
    ]);
    const labels = `/gmail/${mailbox}/messages/${await lab.idOf(trashed)}/labels`;
    await lab.control('POST', labels, { add: ['TRASH'] });
    await lab.sync(ann);
    await lab.db.deleteFrom('captured_activities').where('title', '=', 'old').execute();
    expect(await ruleOf(stored)).toBe('stored');
    expect(await ruleOf(stored.slice(1, -1))).toBe('stored');
    const link = `https://mail.google.com/mail/u/0/#inbox/${await lab.idOf(stored)}`;
    expect(await ruleOf(link)).toBe('stored');
    expect(await find(foreign)).toMatchObject({
      rule: 'not-tracked',
      domains: ['other.example'],
      occurredAt: expect.any(String),
    });
    expect(await ruleOf(trashed)).toBe('trash');
    expect(await ruleOf(old)).toBe('too-old');
    expect(await ruleOf('<nobody@nowhere.example>')).toBe('not-found');
    // A link to what holds a Message-ID, spoilt on its way.
    expect(await ruleOf(`https://lists.example/${stored.slice(1, -1).replace('@', '%40')}`)).toBe(
      'stored',
    );
    expect(await ruleOf('%3cnobody%zz%40nowhere.example%3e')).toBe('not-found');
    const { error } = await lab.call('GET /api/integrations/{id}/message-location', {
      token: ann.token,
      params: { id },
      query: { message: 'https://mail.google.com/mail/u/0/#inbox/FMfcgzQXJWhzjZDSRHdsDpnvfchf' },
    });
    expect(error?.code).toBe('VALIDATION_FAILED');
    expect(error?.message).toContain('Use the Message-ID');
  });

  it('leads to where a stored one is shown, once its domain is shared', async () => {
    const [stored = ''] = await lab.deliver([{ subject: 'stored' }]);
    await lab.sync(ann);
    expect((await find(stored)).places).toEqual([]);
    const workspace = await lab.make.workspace();
    await lab.make.membership(workspace.id, ann.id);
    await lab.call('POST /api/accounts/import', {
      token: ann.token,
      body: { domains: ['acme.com'], source: 'manual', name: 'Acme', workspaceId: workspace.id },
    });
    const { places = [] } = await find(stored);
    expect(places).toMatchObject([{ accountName: 'Acme', workspaceSlug: workspace.slug }]);
    const { data } = await lab.call('GET /api/activities/{activityId}', {
      token: ann.token,
      params: { activityId: places[0]?.activityId ?? '' },
    });
    expect(data.activity.title).toBe('stored');
  });

  it('says why a stored one is its owner’s alone', async () => {
    const [stored = ''] = await lab.deliver([{ subject: 'stored' }]);
    await lab.sync(ann);
    const explained = async () => (await find(stored)).explanation;
    expect(await explained()).toContain('shown where its domain is shared');
    await lab.call('PUT /api/protected-addresses', {
      token: ann.token,
      body: { address: 'acme.com', shares: 'activity' },
    });
    expect(await explained()).toContain('shown where its domain is shared');
    await lab.call('PUT /api/protected-addresses', {
      token: ann.token,
      body: { address: 'acme.com', shares: 'nothing' },
    });
    expect(await explained()).toContain('an address that you protect takes part');
    const links = lab.db.updateTable('captured_activity_domains').set({ by_bcc_only: true });
    await links.where('owner_id', '=', ann.id).execute();
    expect(await explained()).toContain('hidden recipients');
    const own = lab.db.updateTable('captured_activities').where('owner_id', '=', ann.id);
    await own.set({ private_conversation_id: randomUUID() }).execute();
    expect(await explained()).toContain('you keep its conversation private');
    await own.set({ is_private: true }).execute();
    expect(await explained()).toContain('its sender marked');
  });

  it('names an account once, however many domains of it a message concerns', async () => {
    const [stored = ''] = await lab.deliver([{ subject: 'stored', cc: 'bob@sales.acme.com' }]);
    const workspace = await lab.make.workspace();
    await lab.make.membership(workspace.id, ann.id);
    const track = (domain: string) =>
      lab.call('POST /api/accounts/import', {
        token: ann.token,
        body: { domains: [domain], source: 'manual', name: 'Acme', workspaceId: workspace.id },
      });
    const { data } = await track('acme.com');
    const accountId = data.results[0]?.workspaceAccount?.id ?? '';
    await lab.call('POST /api/accounts/import', {
      token: ann.token,
      body: { domains: ['sales.acme.com'], source: 'manual' },
    });
    await lab.sync(ann);
    // Both of a person's domains are shared with the one account.
    const [sales] = await lab.db
      .selectFrom('domains')
      .select('id')
      .where('domain', '=', 'sales.acme.com')
      .execute();
    await lab.db
      .insertInto('domain_shares')
      .values({
        owner_id: ann.id,
        domain_id: sales?.id ?? '',
        workspace_id: workspace.id,
        account_id: accountId,
      })
      .execute();
    await lab.sync(ann);
    expect((await find(stored)).places).toHaveLength(1);
  });

  it('says of an old message that has just arrived that the next sync imports it', async () => {
    await lab.sync(ann);
    const [moved = ''] = await lab.deliver([{ subject: 'moved here', daysAgo: 200 }]);
    expect((await find(moved)).rule).toBe('not-yet-synced');
    await lab.sync(ann);
    expect((await find(moved)).rule).toBe('stored');
  });

  it('says of an old message with a new label that it is too old, as no sync imports it', async () => {
    const [old = ''] = await lab.deliver([{ subject: 'old', daysAgo: 200 }]);
    await lab.sync(ann);
    await lab.db.deleteFrom('captured_activities').execute();
    await lab.control('POST', `/gmail/${mailbox}/messages/${await lab.idOf(old)}/labels`, {
      add: ['STARRED'],
    });
    const { rule, explanation } = await find(old);
    expect(rule).toBe('too-old');
    expect(explanation).toContain('earlier activities');
    await lab.sync(ann);
    expect((await find(old)).rule).toBe('too-old');
    // Out of the trash, it is new again.
    for (const change of [{ add: ['TRASH'] }, { remove: ['TRASH'] }]) {
      await lab.control('POST', `/gmail/${mailbox}/messages/${await lab.idOf(old)}/labels`, change);
    }
    expect((await find(old)).rule).toBe('not-yet-synced');
    await lab.sync(ann);
    expect((await find(old)).rule).toBe('stored');
  });

  it('says of an old message from before which import of earlier activities brings it', async () => {
    const [old = ''] = await lab.deliver([{ subject: 'old', daysAgo: 200 }]);
    await lab.sync(ann);
    await lab.db.deleteFrom('captured_activities').execute();
    expect((await find(old)).rule).toBe('too-old');
    await lab.db
      .insertInto('histories')
      .values({ owner_id: ann.id, since: '2020-01-01' })
      .execute();
    await lab.db
      .insertInto('history_imports')
      .values({ owner_id: ann.id, integration_id: id })
      .execute();
    expect(await find(old)).toMatchObject({
      rule: 'not-yet-synced',
      explanation: expect.stringContaining('earlier activities'),
    });
  });

  it('says that a message was missed where no sync would bring it, until it is compared', async () => {
    const [lost = ''] = await lab.deliver([{ subject: 'lost', daysAgo: 3 }]);
    await lab.sync(ann);
    // As after a fault of ours.
    await lab.db.deleteFrom('captured_activities').execute();
    expect((await find(lost)).rule).toBe('missed');
    const token = ann.token;
    await lab.call('POST /api/integrations/{id}/completeness', { token, params: { id } });
    expect((await find(lost)).rule).toBe('not-yet-synced');
    await lab.rested(ann);
    expect((await find(lost)).rule).toBe('stored');
  });

  it('reports a failed item and the time of the next sync', async () => {
    const [waiting = ''] = await lab.deliver([{ subject: 'waiting' }]);
    const itemId = await lab.idOf(waiting);
    await lab.db
      .updateTable('integrations')
      .set({ paused_until: new Date(Date.now() + 60_000) })
      .execute();
    const next = await find(waiting);
    expect(next).toMatchObject({ rule: 'not-yet-synced', nextSyncAt: expect.any(String) });
    await lab.db
      .insertInto('failed_items')
      .values({ owner_id: ann.id, integration_id: id, external_id: itemId, reason: 'no time' })
      .execute();
    expect(await find(waiting)).toMatchObject({ rule: 'failed', itemId });
  });
});
