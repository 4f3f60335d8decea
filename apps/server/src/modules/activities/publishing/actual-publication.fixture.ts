import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { laterSeries } from '../../listed-accounts/recent-days.ts';
import { actualRelationships } from '../../relationships/expected-relationships.fixture.ts';

/** What is published in an account, in the form of `expectedPublication`. */
export async function actualPublication(db: Database, accountId: string) {
  const activities = await db
    .selectFrom('account_activities')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('activity_key')
    .execute();
  const contributions = await db
    .selectFrom('account_activity_contributors')
    .select('captured_id')
    .where('account_id', '=', accountId)
    .orderBy('captured_id')
    .execute();
  const contributors = await db
    .selectFrom('account_contributors')
    .select('user_id')
    .where('account_id', '=', accountId)
    .orderBy('user_id')
    .execute();
  const named = new Map(activities.map((one) => [one.id, one]));
  const threads = Map.groupBy(
    activities.filter(({ thread_id }) => thread_id !== null),
    ({ thread_id }) => named.get(thread_id ?? '')?.activity_key ?? 'a mail that is not there',
  );
  return {
    activities: activities.map(({ participants, ...one }) => ({
      activity_key: one.activity_key,
      captured_id: one.captured_id,
      owner_id: one.owner_id,
      title: one.title,
      occurred_at: one.occurred_at,
      side: one.side,
      level: one.level,
      is_for_participants: one.is_for_participants,
      people: participants.length,
    })),
    contributions: contributions.map(({ captured_id }) => captured_id),
    contributors: contributors.map(({ user_id }) => user_id),
    days: await db
      .selectFrom('account_days')
      .select(['day', 'internal', 'external', 'total'])
      .where('account_id', '=', accountId)
      .orderBy('day')
      .execute(),
    recent: await recentlyStored(db, accountId),
    relationships: await actualRelationships(db, accountId),
    threads: Object.fromEntries(
      [...threads]
        .map(
          ([name, mails]) => [name, mails.map(({ activity_key }) => activity_key).sort()] as const,
        )
        .sort(([one], [other]) => one.localeCompare(other)),
    ),
    words: await wordsStored(db, accountId),
    summary: await db
      .selectFrom('workspace_accounts')
      .select(['activity_count', 'last_activity_at', 'last_activity_type', 'next_activity_at'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(),
  };
}

/** The words without the bucket that each begins with, which is verified here. */
async function wordsStored(db: Database, accountId: string) {
  const { rows } = await sql<{ activity_key: string; words: string[] }>`
    select published.activity_key, array(
      select substr(word, 8) from unnest(tsvector_to_array(searched.words)) word
      where starts_with(word, search_bucket(
        searched.workspace_id, (published.occurred_at at time zone 'UTC')::date))
    ) as words
    from account_activity_words searched
    left join account_activities published
      on published.workspace_id = searched.workspace_id and published.id = searched.activity_id
    where searched.account_id = ${accountId}
    order by published.activity_key`.execute(db);
  return rows.map(({ activity_key, words }) => ({ activity_key, words: words.sort() }));
}

/** The row of an account from which the grid is read. */
export const listedAccount = (db: Database, accountId: string) =>
  db
    .selectFrom('listed_accounts')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();

async function recentlyStored(db: Database, accountId: string) {
  const listed = await listedAccount(db, accountId);
  const { rows } = await sql<{ external: number[]; internal: number[] }>`
    select ('[' || ${laterSeries(sql`external_days`, sql`0`)} || ']')::json as external,
      ('[' || ${laterSeries(sql`internal_days`, sql`0`)} || ']')::json as internal
    from workspace_accounts where id = ${accountId}`.execute(db);
  return {
    ...rows[0],
    sums: [listed.recent_external, listed.recent_internal],
    until: listed.recent_until,
  };
}

/**
 * Whether nothing of a user is visible except what they share.
 *
 * @param exceptKeys activities whose changes have not arrived yet, as those that wait for it.
 */
export async function hasWithdrawn(
  db: Database,
  userId: string,
  exceptKeys: readonly string[] = [],
): Promise<boolean> {
  const { rows: published } = await sql<Supported & { activityKey: string }>`
    select contributor.account_id as "accountId", contributor.captured_id as "capturedId",
      published.activity_key as "activityKey"
    from account_activity_contributors contributor
    join account_activities published
      on published.workspace_id = contributor.workspace_id and published.id = activity_id
    where user_id = ${userId}`.execute(db);
  const { rows: supported } = await sql<Supported>`
    select share.account_id as "accountId", link.captured_id as "capturedId"
    from domain_shares share
    join captured_activity_domains link
      on link.owner_id = share.owner_id and link.domain_id = share.domain_id
    where share.owner_id = ${userId}`.execute(db);
  const { rows: waiting } = await sql<{ key: string }>`
    select unnest(activity_keys) as key from publish_requests
    where owner_id = ${userId}`.execute(db);
  const excepted = new Set([...exceptKeys, ...waiting.map(({ key }) => key)]);
  const isSupported = new Set(supported.map(nameOf));
  return published.every((one) => isSupported.has(nameOf(one)) || excepted.has(one.activityKey));
}

/** A copy in an account. */
interface Supported {
  accountId: string;
  capturedId: string;
}

const nameOf = ({ accountId, capturedId }: Supported): string => `${accountId} ${capturedId}`;
