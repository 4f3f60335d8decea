import type { EndpointName } from '@repo/contract/endpoints';
import { sql } from 'kysely';
import { findLeft, findTexts } from '#modules/deletions/find-left.fixture.ts';
import { hasHandOversToContinue } from '#modules/hand-overs/continue-hand-overs.ts';
import type { Database } from '#platform/database/create-database.ts';
import type { World } from '../slow-work/slow-calls.ts';
import { slowCalls } from '../slow-work/slow-calls.ts';
import { knownPassword } from '../test-makers.ts';

/** The accounts and the servers of one round. */
export type KillWorld = World & {
  /** The address of a server that runs. */
  address: () => string;
};

/** A kind of work that goes on after its processes were killed. */
export interface KillKind {
  name: string;
  /** The job of the queue that continues it; without one, `progress` says when it goes on. */
  job?: string;
  /** Begins the work; its answer does not matter, since its process is killed. */
  begin: (world: KillWorld) => Promise<unknown>;
  /** Whether `begin` ends when the work is under way, and nothing is killed before. */
  isAwaited?: boolean;
  /** Whether some of it is begun and not done, where what is left stands in no list of `prove-kills.ts`. */
  isLeft?: (db: Database) => Promise<boolean>;
  /** How much is done: it has been taken up when there is more. */
  progress?: (db: Database) => Promise<number>;
  /** Whether it is done; continues what the user's browser would. */
  isFinished?: (world: KillWorld) => Promise<boolean>;
  /** What is missing in the end, or there twice. */
  countLost?: (db: Database, world: KillWorld) => Promise<number>;
}

const callOf =
  (name: EndpointName) =>
  async (world: World): Promise<unknown> => {
    await slowCalls[name]?.prepare?.(world);
    return slowCalls[name]?.call(world);
  };

const changes = 'continue-account-changes';

/** The kinds, each with the job that goes on with it. */
export const killKinds: readonly KillKind[] = [
  {
    name: 'a share',
    job: 'publish-remaining',
    begin: callOf('POST /api/workspaces/{workspaceId}/shares'),
  },
  {
    name: 'a withdrawal',
    job: 'publish-remaining',
    begin: callOf('DELETE /api/accounts/domains/unshare'),
  },
  {
    name: 'a member who is removed',
    job: 'publish-remaining',
    begin: callOf('DELETE /api/workspaces/{workspaceId}/members/{userId}'),
  },
  {
    name: 'a domain that is removed',
    job: 'remove-domain',
    begin: callOf('DELETE /api/accounts/domains/{id}'),
  },
  { name: 'a deletion', job: changes, begin: callOf('DELETE /api/accounts/{accountId}') },
  {
    name: 'a restoration',
    job: changes,
    begin: callOf('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore'),
  },
  { name: 'a merge', job: changes, begin: callOf('POST /api/accounts/{accountId}/merge') },
  {
    name: 'a further domain of an account',
    job: changes,
    begin: callOf('POST /api/accounts/{accountId}/domains'),
  },
  {
    name: 'a user who is deleted at once',
    job: 'continue-hand-overs',
    begin: ({ app, ann }) =>
      app.call('POST /api/auth/deletion', {
        token: ann.token,
        body: { email: ann.email, currentPassword: knownPassword, isImmediate: true },
      }),
    isLeft: hasHandOversToContinue,
    isFinished: async ({ app }) => !(await hasHandOversToContinue(app.db)),
    countLost: async (db, { ann }) => {
      const { is_active: isNotBegun } = await db
        .selectFrom('users')
        .select('is_active')
        .where('id', '=', ann.id)
        .executeTakeFirstOrThrow();
      if (isNotBegun) return 0;
      const left = await findLeft(db, ann.id, [ann.email, `${ann.id}@example.org`]);
      const emails = await findTexts(db, ['Matter']);
      return left.length + emails.filter(({ owner }) => owner === ann.id).length;
    },
  },
  {
    name: 'what a user keeps no longer',
    job: 'apply-retentions',
    begin: async ({ app, ann }) => {
      await app.call('PUT /api/auth/retention', {
        token: ann.token,
        body: { months: 2, textMonths: 1 },
      });
      await enqueueNightly(app.db, 'apply-retentions');
    },
    isLeft: hasPast,
    isFinished: async ({ app }) => !(await hasPast(app.db)),
    countLost: async (db) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from account_activities published
        join retentions on retentions.owner_id = published.owner_id
        where published.occurred_at < now() - interval '2 months 2 days'
          or published.occurred_at < now() - interval '1 month 2 days' and published.summary <> ''`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },
  },
  {
    name: 'what a workspace keeps no longer',
    job: 'apply-workspace-retentions',
    begin: async ({ app, workspaceId }) => {
      await sql`
        insert into workspace_retentions (workspace_id, months, text_months)
        values (${workspaceId}, 2, 1) on conflict do nothing`.execute(app.db);
      await enqueueNightly(app.db, 'apply-workspace-retentions');
    },
    isLeft: async (db) => (await countAged(db)) > 0,
    isFinished: async ({ app }) => (await countAged(app.db)) === 0,
    countLost: countAged,
  },
  {
    name: 'a change of the time zone',
    job: 'change-time-zones',
    begin: callOf('PUT /api/workspaces/{workspaceId}/time-zone'),
  },
  {
    name: 'figures of people',
    job: 'refresh-due-relationships',
    begin: ({ app, workspaceId }) =>
      sql`
        update account_relationships set due_at = '-infinity'
        where workspace_id = ${workspaceId}`.execute(app.db),
  },
  {
    name: 'figures of people that an earlier version counted',
    job: 'refresh-due-relationships',
    // As migration 0072 found them: our mail to ourselves was contact by them.
    begin: async ({ app, workspaceId }) => {
      await sql`create table right_days as table tie_days`.execute(app.db);
      await sql`
        update tie_days set by_them = true where workspace_id = ${workspaceId}`.execute(app.db);
      await sql`
        update account_relationships set recount_from = '-infinity', last_day_by_them = last_day
        where workspace_id = ${workspaceId}`.execute(app.db);
    },
    isAwaited: true,
    countLost: async (db) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from (
          (table tie_days except table right_days) union all (table right_days except table tie_days)
        ) other`.execute(db);
      return Number(rows[0]?.count);
    },
  },
];

/** As every night, with the options of its queue, by which a killed process is noticed. */
async function enqueueNightly(db: Database, job: string): Promise<void> {
  await sql`
    insert into pgboss.job (name, data, policy, retry_limit, heartbeat_seconds, expire_seconds)
    select name, '{}', policy, retry_limit, heartbeat_seconds, expire_seconds
    from pgboss.queue where name = ${job}`.execute(db);
}

/** Counts what a workspace shows and keeps no longer. */
async function countAged(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from account_activities published
    join workspace_retentions aging on aging.workspace_id = published.workspace_id
    where published.occurred_at < now() - interval '2 months 2 days'
      or published.occurred_at < now() - interval '1 month 2 days' and published.summary <> ''`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Whether something is captured of a user who keeps it no longer; the job deletes texts last. */
async function hasPast(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from captured_activities captured
    join retentions on retentions.owner_id = captured.owner_id
    where captured.occurred_at < now() - interval '2 months 2 days'
      or captured.occurred_at < now() - interval '1 month 2 days' and captured.text_body is not null
    limit 1`.execute(db);
  return rows.length > 0;
}
