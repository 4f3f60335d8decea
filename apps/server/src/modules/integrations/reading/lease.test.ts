import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { ProviderError } from '../provider-error.ts';
import { endLease, type SyncOutcome, takeLease } from './lease.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  onTestFinished(test.close);
  const { id } = await test.make.person();
  await test.db
    .insertInto('integrations')
    .values({ owner_id: id, provider: 'gmail', credentials: Buffer.from(''), due_at: new Date(0) })
    .execute();
});

const tally = { stored: 0, removed: 0, failed: 0 };
const failed = (cause: unknown): SyncOutcome => ({ state: 'failed', message: 'No.', cause });

/** Ends a sync with this outcome; returns in how many seconds the next one is due. */
async function endOne(outcome: SyncOutcome, wait = 0): Promise<number> {
  await test.db
    .updateTable('integrations')
    .set({ due_at: new Date(0), paused_until: null })
    .execute();
  const lease = await takeLease(test.db, ['gmail']);
  if (lease === undefined) throw new Error('Nothing is due.');
  await endLease(test.db, lease, outcome, { tally, wait });
  return secondsUntil('due_at');
}

async function secondsUntil(column: 'due_at' | 'paused_until'): Promise<number> {
  const row = await test.db
    .selectFrom('integrations')
    .select((eb) => [eb.ref(column).as('at'), eb.fn<Date>('clock_timestamp').as('now')])
    .executeTakeFirstOrThrow();
  return (Number(row.at) - Number(row.now)) / 1_000;
}

describe('the next sync', () => {
  it('is due ten minutes after one that went well', async () => {
    const seconds = await endOne({ state: 'done' });
    expect(seconds).toBeGreaterThan(540);
    expect(seconds).toBeLessThanOrEqual(600);
  });

  it('comes later with each failure, never together with all others, and no later than regularly', async () => {
    const failure = failed(new ProviderError('temporary', 'down'));
    const first = [await endOne(failure)];
    for (let more = 0; more < 11; more += 1) {
      await endOne({ state: 'done' });
      first.push(await endOne(failure));
    }
    // Fifteen seconds, plus or minus a quarter.
    expect(Math.max(...first)).toBeLessThanOrEqual(18.75);
    expect(new Set(first.map((seconds) => Math.round(seconds * 100))).size).toBeGreaterThan(6);
    await endOne(failure);
    // A minute, minus a quarter.
    expect(await endOne(failure)).toBeGreaterThan(19);
    for (let more = 0; more < 12; more += 1) await endOne(failure);
    const last = await endOne(failure);
    expect(last).toBeGreaterThan(390);
    expect(last).toBeLessThanOrEqual(750);
  });

  it('waits as long as the provider asks for, and no one takes it before', async () => {
    await endOne(failed(new ProviderError('rate-limited', 'enough', { retryAfterSeconds: 3_600 })));
    expect(await secondsUntil('paused_until')).toBeGreaterThan(3_500);
    await test.db
      .updateTable('integrations')
      .set({ due_at: new Date(0) })
      .execute();
    expect(await takeLease(test.db, ['gmail'])).toBeUndefined();
  });

  it('waits for 25 hours at most, whatever Retry-After says', async () => {
    await endOne(failed(new ProviderError('rate-limited', 'enough', { retryAfterSeconds: 1e12 })));
    expect(await secondsUntil('paused_until')).toBeGreaterThan(89_000);
    expect(await secondsUntil('paused_until')).toBeLessThanOrEqual(90_000);
  });

  it('does not happen for a user who has to reconnect', async () => {
    await endOne(failed(new ProviderError('reauthorize', 'revoked')));
    await test.db
      .updateTable('integrations')
      .set({ due_at: new Date(0) })
      .execute();
    expect(await takeLease(test.db, ['gmail'])).toBeUndefined();
  });

  it('is due at once where a process stopped in the middle', async () => {
    expect(await endOne({ state: 'interrupted' })).toBeLessThanOrEqual(0);
  });

  it('waits for the share of the day that a provider allows', async () => {
    expect(await endOne({ state: 'done' }, 1_800)).toBeGreaterThan(1_740);
  });

  it('comes at once where it was asked for during the one before', async () => {
    const lease = await takeLease(test.db, ['gmail']);
    await test.db
      .updateTable('integrations')
      .set({ due_at: new Date(0) })
      .execute();
    if (lease) await endLease(test.db, lease, { state: 'done' }, { tally, wait: 0 });
    expect(await secondsUntil('due_at')).toBeLessThan(0);
  });
});
