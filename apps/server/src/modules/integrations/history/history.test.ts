import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connectedLab } from '#test/connected-lab.ts';
import { createSyncLab, type LabMail, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { businessDayOf } from '@repo/domain/time/business-day';
import type { HistoryRate } from '../provider.ts';
import { LeaseLostError, takeLease, underLease } from '../reading/lease.ts';
import { takeHistoryLease } from './history-lease.ts';

const dayAgo = (days: number) => businessDayOf(new Date(Date.now() - days * 86_400_000));

const choose = ({ call }: SyncLab, { token }: MadePerson, days: number, isPaused = false) =>
  call('PUT /api/history', { token, body: { since: dayAgo(days), isPaused } });

const history = async ({ call }: SyncLab, { token }: MadePerson, since?: string) =>
  (await call('GET /api/history', { token, query: { since } })).data;

/** Waits until every import is in one of these states. */
async function reached(lab: SyncLab, person: MadePerson, ...states: string[]) {
  return expect
    .poll(
      async () => {
        const { imports } = await history(lab, person);
        return imports.every(({ state }) => states.includes(state)) && imports.length > 0;
      },
      { timeout: 20_000, interval: 25 },
    )
    .toBe(true);
}

/** The way in which a provider's earlier activities are read, which a test may change. */
function historyRate({ providers }: SyncLab, id: 'gmail' | 'google_calendar'): HistoryRate {
  const provider = providers.find((one) => one.id === id);
  if (!provider || !('open' in provider) || !provider.history) throw new Error(`No ${id}.`);
  return provider.history;
}

/** Ann, who tracks acme.com and connects a mailbox that holds emails already. */
async function fullMailbox(mails: readonly LabMail[]) {
  const lab = await createSyncLab();
  const ann = await lab.make.person({ email: mailbox });
  await lab.track(ann, 'acme.com');
  // Fewer, longer slices than at work: each costs requests.
  historyRate(lab, 'gmail').sliceDays = 150;
  await lab.deliver(mails);
  await lab.connect(ann);
  lab.startWorker();
  const { id: integrationId } = await lab.rested(ann);
  return { lab, ann, integrationId };
}

const old = [
  { subject: 'six years', daysAgo: 6 * 366 },
  { subject: 'four years', daysAgo: 1_450 },
  { subject: 'of others', from: 'Eve <eve@other.example>', daysAgo: 700 },
  { subject: 'two years', daysAgo: 720 },
  { subject: 'hundred days', daysAgo: 100 },
  { subject: 'recent', daysAgo: 3 },
];

describe('the import of earlier activities', () => {
  it('brings everything since a day, of tracked domains alone, and of those tracked later', async () => {
    const { lab, ann } = await fullMailbox(old);
    expect(await lab.captured(ann)).toEqual(['recent']);
    await choose(lab, ann, 800);
    await reached(lab, ann, 'finished');
    expect(await lab.captured(ann)).toEqual(['two years', 'hundred days', 'recent']);
    expect((await history(lab, ann)).imports).toMatchObject([
      { reachedDay: dayAgo(800), fraction: 1, secondsLeft: 0, listed: 2 },
    ]);
    await lab.track(ann, 'other.example');
    await reached(lab, ann, 'finished');
    expect(await lab.captured(ann)).toContain('of others');
    // Further back.
    await choose(lab, ann, 1_500);
    await reached(lab, ann, 'finished');
    expect(await lab.captured(ann)).toContain('four years');
    expect(await lab.captured(ann)).not.toContain('six years');
  });

  it('reads the newest first and continues where another process was killed', async () => {
    const { lab, ann, integrationId } = await fullMailbox(old);
    await choose(lab, ann, 1_500, true);
    const slow = { path: '/gmail/v1/users/me/messages', effect: { kind: 'slow', ms: 40 } };
    await lab.control('POST', '/faults', slow);
    await choose(lab, ann, 1_500);
    await expect.poll(() => lab.captured(ann), { timeout: 10_000 }).toContain('hundred days');
    expect(await lab.captured(ann)).not.toContain('four years');
    // As after a kill: the lease of the dead worker stays, and what it read may not be stored.
    const died = {
      ownerId: ann.id,
      integrationId,
      leaseId: crypto.randomUUID(),
      provider: 'gmail',
      readsHistory: true,
      hasFailed: false,
    };
    await sql`update integrations set lease_id = ${died.leaseId}, lease_until = now() - interval '1 s'
      where id = ${integrationId}`.execute(lab.db);
    const { listed } = (await history(lab, ann)).imports[0] ?? { listed: 0 };
    await reached(lab, ann, 'finished');
    expect(await lab.captured(ann)).toEqual(['four years', 'two years', 'hundred days', 'recent']);
    // Nothing but the page of the dead process was listed twice.
    expect((await history(lab, ann)).imports[0]?.listed).toBeLessThanOrEqual(3 + listed);
    await expect(underLease(lab.db, died, async () => {})).rejects.toThrow(LeaseLostError);
  });

  it('is paused, continued and cancelled; what it brought stays', async () => {
    const { lab, ann } = await fullMailbox(old);
    await choose(lab, ann, 1_500, true);
    expect((await history(lab, ann)).imports).toMatchObject([{ state: 'paused', fraction: 0 }]);
    expect(await takeHistoryLease(lab.db, ['gmail'])).toBeUndefined();
    await choose(lab, ann, 800);
    await reached(lab, ann, 'finished');
    const cancel = () => lab.call('DELETE /api/history', { token: ann.token });
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).status).toBe(404);
    expect(await history(lab, ann)).toMatchObject({
      chosen: null,
      imports: [{ state: 'planned' }],
    });
    expect(await lab.captured(ann)).toContain('two years');
  });

  it('waits while the regular sync is due, has tasks, or asked for a pause', async () => {
    const lab = await createSyncLab();
    const ann = await lab.make.person({ email: mailbox });
    await lab.track(ann, 'acme.com');
    await lab.connect(ann);
    await choose(lab, ann, 400);
    const [{ id } = { id: '' }] = await lab.integrations(ann);
    const take = () => takeHistoryLease(lab.db, ['gmail']);
    const set = (values: object) =>
      lab.db.updateTable('integrations').set(values).where('id', '=', id).execute();
    const later = new Date(Date.now() + 60_000);
    // Connected, and never synced.
    expect(await take()).toBeUndefined();
    await set({ cursor: '{}', due_at: later });
    await lab.db
      .insertInto('sync_tasks')
      .values({ owner_id: ann.id, integration_id: id, kind: 'reconcile', since: new Date() })
      .execute();
    expect(await take()).toBeUndefined();
    await lab.db.deleteFrom('sync_tasks').execute();
    await set({ paused_until: later });
    expect(await take()).toBeUndefined();
    await set({ paused_until: null, due_at: new Date(0) });
    expect(await take()).toBeUndefined();
    await set({ due_at: later });
    expect(await take()).toMatchObject({ integrationId: id, readsHistory: true });
    // One at a time.
    await set({ due_at: new Date(0) });
    expect(await takeLease(lab.db, ['gmail'])).toBeUndefined();
  });

  it('stays within its share of the quota, and says how long that takes', async () => {
    const { lab, ann, integrationId } = await fullMailbox([
      ...Array.from({ length: 84 }, (_, day) => ({ daysAgo: day * 0.99 })),
      { subject: 'late', daysAgo: 86 },
      { subject: 'earlier', daysAgo: 150 },
    ]);
    const gmail = lab.providers.find(({ id }) => id === 'gmail');
    if (gmail === undefined || !('open' in gmail)) throw new Error('no Gmail');
    // A quota of one email a minute.
    gmail.history = { sliceDays: 28, pageItems: 100, pageMs: 0, itemMs: 60_000 };
    const { imports } = await history(lab, ann, dayAgo(84 + 100));
    expect(imports).toMatchObject([{ state: 'planned' }]);
    // One a day for 100 days, a minute each.
    expect((imports[0]?.secondsLeft ?? 0) / 6_000).toBeCloseTo(1, 1);
    await choose(lab, ann, 400);
    await expect.poll(() => lab.captured(ann), { timeout: 10_000 }).toContain('late');
    const { rows } = await sql<{
      wait: number;
    }>`select extract(epoch from not_before - now())::float8
      as wait from history_imports where integration_id = ${integrationId}`.execute(lab.db);
    expect(rows[0]?.wait).toBeGreaterThan(45);
    expect(await lab.captured(ann)).not.toContain('earlier');
    // What is new arrives meanwhile.
    await lab.deliver([{ subject: 'new' }]);
    await lab.sync(ann);
    expect(await lab.captured(ann)).toContain('new');
  });

  it('is delayed by a provider that refuses, and the regular sync is not', async () => {
    const { lab, ann } = await fullMailbox(old);
    const refuse = { kind: 'fail', status: 429, retryAfter: 600 };
    await lab.control('POST', '/faults', { path: '/gmail/v1/users/me/messages', effect: refuse });
    await choose(lab, ann, 1_500);
    await reached(lab, ann, 'waiting');
    const [one] = (await history(lab, ann)).imports;
    expect(one?.message).toMatch(/Gmail/);
    const gmail = await lab.sync(ann);
    expect(gmail.lastError).toBeUndefined();
    expect(gmail.pausedUntil).toBeUndefined();
    const { rows } = await sql<{
      wait: number;
    }>`select extract(epoch from not_before - now())::float8
      as wait from history_imports`.execute(lab.db);
    expect(rows[0]?.wait).toBeGreaterThan(500);
  });

  it('starts over in another mailbox, and waits while none is connected', async () => {
    const { lab, ann, integrationId } = await fullMailbox(old);
    await lab.deliver([{ subject: 'elsewhere', daysAgo: 300 }], 'ann@elsewhere.example');
    await choose(lab, ann, 800);
    await reached(lab, ann, 'finished');
    const params = { id: integrationId };
    await lab.call('DELETE /api/integrations/{id}', { token: ann.token, params });
    expect((await history(lab, ann)).imports).toEqual([]);
    await lab.connect(ann, { address: 'ann@elsewhere.example' });
    await expect.poll(() => lab.captured(ann), { timeout: 10_000 }).toContain('elsewhere');
  });

  it('reads a calendar as well', async () => {
    const lab = await createSyncLab();
    // Google's quota does not apply here.
    historyRate(lab, 'google_calendar').pageMs = 0;
    const ann = await lab.make.person({ email: mailbox });
    await lab.track(ann, 'acme.com');
    await lab.connect(ann, { provider: 'google_calendar' });
    const start = new Date(Date.now() - 500 * 86_400_000).toISOString();
    await lab.control('POST', `/google-calendar/${mailbox}/events`, {
      summary: 'long ago',
      start: { dateTime: start },
      end: { dateTime: new Date(Date.parse(start) + 3_600_000).toISOString() },
      attendees: [{ email: 'bob@acme.com' }],
    });
    lab.startWorker();
    await lab.rested(ann);
    expect(await lab.captured(ann)).toEqual([]);
    await choose(lab, ann, 800);
    await reached(lab, ann, 'finished');
    expect(await lab.captured(ann)).toEqual(['long ago']);
  });
});

describe('the day that is chosen', () => {
  it('is in the past, before the regular window, five years ago at most, and a day', async () => {
    const { lab, ann } = await connectedLab();
    const attempt = async (since: string) =>
      (await lab.call('PUT /api/history', { token: ann.token, body: { since } })).error?.message;
    expect(await attempt(dayAgo(-1))).toBe('Choose a day in the past.');
    expect(await attempt(dayAgo(10))).toMatch(/^The last 84 days are imported already\./);
    expect(await attempt(dayAgo(5 * 366 + 2))).toMatch(/^Activities can be imported for 5 years\./);
    expect(await attempt('2025-02-30')).toMatch(/YYYY-MM-DD/);
    expect(await attempt('yesterday')).toMatch(/YYYY-MM-DD/);
    const { earliest } = await history(lab, ann);
    expect(await attempt(earliest)).toBeUndefined();
  });
});
