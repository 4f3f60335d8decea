import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { takeRemainingSteps } from '../../apps/server/src/modules/activities/publish-requests.ts';
import { completeWithdrawals } from '../../apps/server/src/modules/activities/withdrawals.ts';
import { importDomains } from '../../apps/server/src/modules/domains/tracking/import-domains.ts';
import { leaveWorkspace } from '../../apps/server/src/modules/workspaces/members/leave-workspace.ts';
import { removeDomain } from '../../apps/server/src/modules/domains/remove-domain.ts';
import { shareDomain } from '../../apps/server/src/modules/domains/sharing/share-domain.ts';
import { storeRevocation } from '../../apps/server/src/modules/domains/sharing/unshare-domain.ts';
import {
  createDatabase,
  type Database,
} from '../../apps/server/src/platform/database/create-database.ts';
import { createMakers } from '../../apps/server/test/test-makers.ts';
import { startThrowawayPostgres } from './start-throwaway-postgres.ts';
import { fillReadModel } from '../../apps/server/test/fill-read-model.ts';

/**
 * Measures how long it takes to share, revoke and remove a domain with many captured activities,
 * until its last step, beside the bare inserts of the same published rows in the same run.
 */
const { values } = parseArgs({ options: { activities: { type: 'string', default: '100000' } } });
const count = Number(values.activities);
const domain = 'acme.com';
const published = [
  'account_activities',
  'account_activity_contributors',
  'account_message_refs',
] as const;

interface Ids {
  userId: string;
  domainId: string;
  workspaceId: string;
  /** Without an account of the domain. */
  otherWorkspaceId: string;
}

/** A user who tracks the domain and is in two workspaces, the first with an account for it. */
async function prepare(db: Database): Promise<Ids> {
  const make = createMakers(db);
  const workspace = await make.workspace();
  const other = await make.workspace();
  const person = await make.member(workspace.id);
  await make.membership(other.id, person.id);
  await db
    .insertInto('workspace_accounts')
    .values({ workspace_id: workspace.id, domain, name: 'Acme' })
    .execute();
  await fillReadModel(db, workspace.id);
  const [tracked] = await importDomains(db, person.id, { domains: [domain], source: 'manual' });
  return {
    userId: person.id,
    domainId: tracked?.domain.id ?? '',
    workspaceId: workspace.id,
    otherWorkspaceId: other.id,
  };
}

/**
 * Emails in threads of four over 84 days, with texts of some three kilobytes, as a backfill leaves
 * them.
 */
async function fill(db: Database, { userId, domainId }: Ids): Promise<void> {
  const participants = JSON.stringify([
    { name: 'Person', email: `person@${domain}`, role: 'from' },
    { name: 'Ann', email: 'ann@example.org', role: 'to' },
  ]);
  await sql`
    with captured as (
      insert into captured_activities (owner_id, provider, source, external_id, activity_key, type,
        occurred_at, title, summary, participants, html_body, text_body, thread_refs)
      select ${userId}, 'gmail', 'ann@example.org', 'mail ' || n, md5('mail ' || n)::uuid, 'email',
        now() - n * interval '84 days' / ${count}::integer, 'Matter ' || n, repeat('A summary. ', 12),
        ${participants}::jsonb, repeat(md5(n::text) || ' html ', 40), repeat(md5(n::text) || ' text ', 25),
        array(select distinct md5('thread ' || of)::uuid from unnest(array[n, n - n % 4]) as of)
      from generate_series(1, ${count}::integer) n
      returning owner_id, id, activity_key
    )
    insert into captured_activity_domains (owner_id, domain_id, activity_key, captured_id, side)
    select owner_id, ${domainId}, activity_key, id, 'external' from captured`.execute(db);
  await sql`vacuum analyze captured_activities, captured_activity_domains`.execute(db);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/**
 * The rows that are published, once more into tables of the same shape, in one statement each.
 */
async function insertBare(db: Database): Promise<number> {
  for (const table of published) {
    await sql`create table ${sql.table(`bare_${table}`)}
      (like ${sql.table(table)} including all)`.execute(db);
  }
  return timed(() =>
    db.transaction().execute(async (tx) => {
      for (const table of published) {
        await sql`insert into ${sql.table(`bare_${table}`)} select * from ${sql.table(table)}`.execute(
          tx,
        );
      }
    }),
  );
}

const postgres = await startThrowawayPostgres();
try {
  const db = createDatabase({ url: postgres.url, poolSize: 4, onLostConnection: () => {} });
  const ids = await prepare(db);
  await fill(db, ids);
  const { userId, domainId, workspaceId, otherWorkspaceId } = ids;
  const share = async () => {
    await shareDomain(db, { userId, domainId, workspaceId });
    await takeRemainingSteps(db);
  };
  const seconds: Record<string, number> = { share: await timed(share) };
  const bare = await insertBare(db);
  const stored = await sql<{ count: number }>`select count(*) from account_activities`.execute(db);
  if (stored.rows[0]?.count !== count) throw new Error('Not everything was published.');
  seconds['unshare'] = await timed(async () => {
    await storeRevocation(db, { userId, domainId, workspaceId });
    await completeWithdrawals(db, { ownerId: userId });
  });
  seconds['share again'] = await timed(share);
  seconds['leave the workspace'] = await timed(async () => {
    await db.transaction().execute((tx) => leaveWorkspace(tx, { userId, workspaceId }));
    await completeWithdrawals(db, { ownerId: userId });
  });
  const wanted = { domains: [domain], source: 'manual', name: 'Acme' } as const;
  seconds['import and share'] = await timed(async () => {
    await importDomains(db, userId, { ...wanted, workspaceId: otherWorkspaceId });
    await takeRemainingSteps(db);
  });
  seconds['remove'] = await timed(async () => {
    await storeRevocation(db, { userId, domainId, workspaceId: otherWorkspaceId });
    await completeWithdrawals(db, { ownerId: userId });
    await removeDomain(db, { userId, domainId });
  });
  console.log(`${count} activities; bare inserts of what they publish: ${bare.toFixed(2)} s`);
  console.table(
    Object.entries(seconds).map(([what, took]) => ({
      what,
      seconds: took.toFixed(2),
      'of the bare inserts': (took / bare).toFixed(1),
    })),
  );
  await db.destroy();
} finally {
  await postgres.stop();
}
