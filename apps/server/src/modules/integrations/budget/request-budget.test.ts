import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { regularWait, spendRequest } from './request-budget.ts';

const limit = 10;
const hourSeconds = 60 * 60;
const provider = { name: 'Fireflies.ai', requestsPerDay: limit };

let lab: SyncLab;
let ann: MadePerson;
let id: string;
beforeEach(async () => {
  lab = await createSyncLab({ firefliesRequestsPerDay: limit });
  ann = await lab.make.person({ email: mailbox });
  lab.startWorker();
  const state = { userId: ann.id, provider: 'fireflies', type: 'call_transcription' };
  const { data } = await lab.call('POST /api/integrations/{provider}/callback', {
    token: ann.token,
    params: { provider: 'fireflies' },
    body: { code: lab.sandbox.firefliesKey(mailbox), state: btoa(JSON.stringify(state)) },
  });
  id = data.integration?.id ?? '';
});

const own = () => ({ ownerId: ann.id, integrationId: id });
const spend = () => spendRequest(lab.db, own(), provider);
const forget = () => sql`delete from provider_requests`.execute(lab.db);
/** Moves all requests so far this many hours into the past. */
async function age(hours: number): Promise<void> {
  const rows = await lab.db.selectFrom('provider_requests').selectAll().orderBy('hour').execute();
  for (const { owner_id: ownerId, integration_id: integrationId, hour } of rows) {
    await lab.db
      .updateTable('provider_requests')
      .set({ hour: new Date(hour.getTime() - hours * 3_600_000) })
      .where('owner_id', '=', ownerId)
      .where('integration_id', '=', integrationId)
      .where('hour', '=', hour)
      .execute();
  }
}
const asked = async () =>
  (await lab.control<{ requestsToday: number }>('GET', `/fireflies/${mailbox}/key`)).requestsToday;

describe('a day of requests', () => {
  it('is spent by everything that asks, and then refused until a day has passed', async () => {
    await forget();
    const outcomes = await Promise.allSettled(Array.from({ length: limit + 5 }, spend));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit);
    await expect(spend()).rejects.toMatchObject({
      kind: 'rate-limited',
      message: expect.stringContaining('10 requests in 24 hours'),
    });
    await age(23);
    await expect(spend()).rejects.toMatchObject({ kind: 'rate-limited' });
    await age(2);
    await expect(spend()).resolves.toBeUndefined();
  });

  it('counts what the vendor counts', async () => {
    const [before] = await lab.integrations(ann);
    expect(limit - (before?.requestBudget?.left ?? 0)).toBe(await asked());
    const after = await lab.sync(ann);
    expect(limit - (after.requestBudget?.left ?? 0)).toBe(await asked());
  });

  it('sets the regular syncs apart, evenly, and leaves some to people', async () => {
    await forget();
    // 8 of the 10 are for regular syncs: one in three hours.
    expect(await regularWait(lab.db, own(), limit)).toBe(3 * hourSeconds);
    for (let made = 0; made < 8; made += 1) await spend();
    await age(10);
    expect(await regularWait(lab.db, own(), limit)).toBeGreaterThan(13 * hourSeconds);
    expect(await regularWait(lab.db, own(), undefined)).toBe(0);
  });

  it('shows on the card: the next sync, and a pause when it is used up', async () => {
    const rested = await lab.rested(ann);
    const wait = Date.parse(rested.nextSyncAt ?? '') - Date.now();
    expect(wait).toBeGreaterThan(2.9 * hourSeconds * 1000);
    expect(rested.pausedUntil).toBeUndefined();
    await forget();
    for (let made = 0; made < limit; made += 1) await spend();
    const before = await asked();
    const paused = await lab.sync(ann);
    expect(paused.pausedUntil).toBeDefined();
    expect(paused.progress).toBeUndefined();
    expect(paused.nextSyncAt).toBe(paused.pausedUntil);
    expect(paused.requestBudget).toEqual({ limit, left: 0 });
    expect(paused.lastError).toContain('10 requests in 24 hours');
    expect(await asked()).toBe(before);
  });
});
