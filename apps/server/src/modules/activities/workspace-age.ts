import { levelNumber } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/*
 * What a workspace has deleted because of its age (docs/decisions/retention.md). `workspace_retentions` has the
 * instants before which nothing is published, `account_holds` those of an account under a legal hold. Whatever
 * publishes asks here, so that nothing that was deleted comes back with a sync, a share, a restored account or a
 * merge.
 */

/** A captured copy, and the account that it is published in. */
interface AgingCopy {
  ownerId: RawBuilder<unknown>;
  capturedId: RawBuilder<unknown>;
  workspaceId: RawBuilder<unknown>;
  accountId: RawBuilder<unknown>;
}

/** The stored number in place of a level: nothing is published. */
const NOTHING = -1;

const WITHOUT_TEXT = levelNumber('subject');

/** Joins the hold of an account to the retention `aging` of its workspace. */
const joinHold = (accountId: RawBuilder<unknown>) => sql`
  left join account_holds hold
    on hold.workspace_id = aging.workspace_id and hold.account_id = ${accountId}`;

/** The instant that counts for the account: that of its hold, if it has one. */
const instantOf = (name: 'gone_before' | 'texts_gone_before') => sql<Date | null>`
  case when hold.account_id is null then aging.${sql.ref(name)} else hold.${sql.ref(name)} end`;

/**
 * The number of the highest level at which a workspace still publishes a captured copy: -1 for nothing, null where its
 * age does not matter.
 */
export const agedLevel = ({
  ownerId,
  capturedId,
  workspaceId,
  accountId,
}: AgingCopy): RawBuilder<number | null> => sql<number | null>`(
  select case when aged.occurred_at < ${instantOf('gone_before')} then ${sql.lit(NOTHING)}
    when aged.occurred_at < ${instantOf('texts_gone_before')} then ${sql.lit(WITHOUT_TEXT)} end
  from workspace_retentions aging
  ${joinHold(accountId)}
  join captured_activities aged on aged.owner_id = ${ownerId} and aged.id = ${capturedId}
  where aging.workspace_id = ${workspaceId})`;

/** Returns the level that `agedLevel` has for a copy in an account; undefined where its age does not matter. */
type AgedLevels = (copy: { accountId: string; capturedId: string }) => number | undefined;

/** Reads the same for many copies on a cluster, where they are with their owners. */
export async function readAgedLevels(
  tx: Connection,
  { workspaceId, accountIds }: { workspaceId: string; accountIds: readonly string[] },
  copies: readonly { ownerId: string; capturedId: string }[],
): Promise<AgedLevels> {
  const { rows: accounts } = await sql<{ id: string; gone: Date | null; texts: Date | null }>`
    select given.id, ${instantOf('gone_before')} as gone, ${instantOf('texts_gone_before')} as texts
    from workspace_retentions aging
    cross join unnest(${accountIds}::uuid[]) as given(id)
    ${joinHold(sql`given.id`)}
    where aging.workspace_id = ${workspaceId}`.execute(tx);
  if (accounts.length === 0 || copies.length === 0) return () => undefined;
  const { rows } = await sql<{ id: string; occurredAt: Date }>`
    select id, occurred_at as "occurredAt" from captured_activities
    where owner_id = any(${[...new Set(copies.map(({ ownerId }) => ownerId))]}::uuid[])
      and id = any(${[...new Set(copies.map(({ capturedId }) => capturedId))]}::uuid[])`.execute(
    tx,
  );
  const times = new Map(rows.map(({ id, occurredAt }) => [id, occurredAt]));
  const instants = new Map(accounts.map((one) => [one.id, one]));
  return ({ accountId, capturedId }) => {
    const [at, before] = [times.get(capturedId), instants.get(accountId)];
    if (at === undefined || before === undefined) return undefined;
    if (before.gone !== null && at < before.gone) return NOTHING;
    return before.texts !== null && at < before.texts ? WITHOUT_TEXT : undefined;
  };
}

/** Which of some published activities a workspace shows without a text because of their age. */
export async function findWithoutText(
  db: Connection,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select published.id from account_activities published
    join workspace_retentions aging on aging.workspace_id = published.workspace_id
    ${joinHold(sql`published.account_id`)}
    where published.workspace_id = ${workspaceId} and published.id = any(${ids}::uuid[])
      and published.occurred_at < ${instantOf('texts_gone_before')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
