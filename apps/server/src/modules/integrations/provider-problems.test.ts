import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyDatabase } from '#test/create-test-database.ts';
import { createSyncLab, mailbox, type SyncLab } from '#test/create-sync-lab.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { createDatabase } from '#platform/database/create-database.ts';
import { migrateTo, migrateToLatest } from '#platform/database/migrate.ts';
import { listProblems } from './provider-problems.ts';

let lab: SyncLab;
let ann: MadePerson;
beforeEach(async () => {
  lab = await createSyncLab();
  ann = await lab.make.person({ email: mailbox });
});

const unavailable = 'Gmail is temporarily unavailable.';
const refused = (reason: string) => ({
  grantor: 'google',
  message: `Google refuses the OAuth client of this server (${reason}). Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
});
const expireAccess = () => lab.control('POST', `/google-oauth/${mailbox}/expire-access-tokens`, {});

describe('a client that Google refuses', () => {
  it('disconnects no one, is reported to operators, and ends with the right secret', async () => {
    await lab.connect(ann);
    lab.startWorker();
    const before = await lab.rested(ann);
    const { clientSecret } = lab.google;
    lab.google.clientSecret = 'rotated';
    await expireAccess();
    const failed = await lab.sync(ann);
    expect(failed).toMatchObject({
      id: before.id,
      isConnected: true,
      needsReauth: false,
      lastError: unavailable,
    });
    expect(await listProblems(lab.db)).toMatchObject([refused('invalid_client')]);
    // The sync is retried automatically, after the 15 seconds to 12.5 minutes of `reading/lease.ts`.
    const wait = Date.parse(failed.nextSyncAt ?? '') - Date.now();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThan(13 * 60_000);

    lab.google.clientSecret = clientSecret;
    const recovered = await lab.sync(ann);
    expect(recovered).toMatchObject({ isConnected: true, needsReauth: false });
    expect(recovered.lastError).toBeUndefined();
    await expect.poll(() => listProblems(lab.db)).toEqual([]);
  });

  it.each(['invalid_client', 'deleted_client', 'disabled_client', 'unauthorized_client'])(
    'with %s changes no integration',
    async (reason) => {
      await lab.connect(ann);
      lab.startWorker();
      await lab.rested(ann);
      await expireAccess();
      await lab.control('POST', '/faults', {
        path: '/token',
        effect: { kind: 'fail', status: 401, reason },
      });
      expect(await lab.sync(ann)).toMatchObject({ needsReauth: false, lastError: unavailable });
      expect(await listProblems(lab.db)).toMatchObject([refused(reason)]);
    },
  );

  it('is also reported to operators on a first connection', async () => {
    const { clientSecret } = lab.google;
    lab.google.clientSecret = 'wrong';
    const landed = await lab.consent(ann);
    expect(landed.searchParams.get('error')).toBe(unavailable);
    expect(await listProblems(lab.db)).toMatchObject([refused('invalid_client')]);
    lab.google.clientSecret = clientSecret;
    await lab.connect(ann);
    expect(await listProblems(lab.db)).toEqual([]);
  });

  it('is forgotten when no one met it for an hour', async () => {
    lab.google.clientSecret = 'wrong';
    await lab.consent(ann);
    await sql`update provider_problems set seen_at = now() - interval '61 minutes'`.execute(lab.db);
    expect(await listProblems(lab.db)).toEqual([]);
  });
});

it('what a wrong secret disconnected before is tried once more', async () => {
  const { url, drop } = await createEmptyDatabase();
  await migrateTo(url, '0009-workspace-changes');
  // With another application name than the product's connections, which would prevent the upgrade.
  const applicationName = 'test';
  const db = createDatabase({ url, poolSize: 2, onLostConnection: () => {}, applicationName });
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  const { rows } = await sql<{ id: string }>`
    insert into users (email, name) values ('ann@company.example', 'Ann') returning id`.execute(db);
  const add = (provider: string, credentials: Buffer | null) =>
    sql`insert into integrations (owner_id, provider, credentials, needs_reauth, due_at)
      values (${rows[0]?.id}, ${provider}, ${credentials}, true, now() + interval '1 day')`.execute(
      db,
    );
  await add('gmail', Buffer.from('sealed'));
  await add('google_calendar', null);
  await add('fireflies', Buffer.from('sealed'));
  await migrateToLatest(url);
  const found = await db
    .selectFrom('integrations')
    .select(['provider', 'needs_reauth'])
    .select(sql<boolean>`due_at <= now()`.as('isDue'))
    .orderBy('provider')
    .execute();
  expect(found).toEqual([
    { provider: 'fireflies', needs_reauth: true, isDue: false },
    { provider: 'gmail', needs_reauth: false, isDue: true },
    { provider: 'google_calendar', needs_reauth: true, isDue: false },
  ]);
});
