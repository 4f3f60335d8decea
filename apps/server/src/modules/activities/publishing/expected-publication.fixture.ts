import {
  addDays,
  type BusinessDay,
  businessDayOf,
  startOfBusinessDay,
} from '@repo/domain/time/business-day';
import { addressBelongsTo } from '@repo/domain/domains/domain-name';
import { searchWords } from '@repo/domain/text/search-words';
import {
  actualRelationships,
  expectedRelationships,
} from '../../relationships/expected-relationships.fixture.ts';
import { activitySide } from '@repo/domain/activities/side';
import { daysOfWindow, summaryDays } from '@repo/domain/time/timeline-window';
import { sql } from 'kysely';
import { readTimeZone } from '../../../platform/database/workspace-time.ts';
import type { Database } from '../../../platform/database/create-database.ts';
import { laterSeries } from '../../listed-accounts/recent-days.ts';
import type { StoredParticipant } from '../../../platform/database/schema/activities.ts';

/**
 * Computes what has to be published in an account, straightforwardly from who shares what and from
 * the visible participants of what is captured: without links and without the product's SQL.
 */
export async function expectedPublication(db: Database, accountId: string, now: Date) {
  const account = await db
    .selectFrom('workspace_accounts')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const owners = await db
    .selectFrom('domain_shares')
    .innerJoin('domains', (join) =>
      join
        .onRef('domains.owner_id', '=', 'domain_shares.owner_id')
        .onRef('domains.id', '=', 'domain_shares.domain_id'),
    )
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'domains.owner_id')
        .onRef('memberships.workspace_id', '=', 'domain_shares.workspace_id'),
    )
    .select(['domains.owner_id', 'domains.domain'])
    .where('account_id', '=', accountId)
    .execute();
  const further = await db
    .selectFrom('account_domains')
    .select('domain')
    .where('account_id', '=', accountId)
    .execute();
  const domains = [account.domain, ...further.map(({ domain }) => domain)];
  const captured = await db
    .selectFrom('captured_activities')
    .selectAll()
    .where('owner_id', 'in', [account.id, ...owners.map(({ owner_id }) => owner_id)])
    .orderBy('id')
    .execute();
  const timeZone = await readTimeZone(db, account.workspace_id);
  // What takes whole days begins with them in the time zone of the workspace.
  const dated = captured.map((one) =>
    one.is_all_day ? { ...one, occurred_at: startOfBusinessDay(one.day, timeZone) } : one,
  );
  const copies = dated.filter(
    ({ owner_id, participants, metadata }) =>
      metadata['isPrivate'] !== true &&
      owners.some(
        (share) =>
          share.owner_id === owner_id &&
          domains.includes(share.domain) &&
          participants.some(({ email }) => addressBelongsTo(email, share.domain)),
      ),
  );

  const activities = [...Map.groupBy(copies, (copy) => copy.activity_key).values()].map(
    (ofOne) => ({ ...first(ofOne), contributors: ofOne }),
  );
  const sided = activities.map((activity) => ({
    ...activity,
    side: activitySide(activity.type, activity.participants as StoredParticipant[], domains),
  }));
  const { recent_day } = await listedAccount(db, accountId);
  const days = [...Map.groupBy(sided, ({ occurred_at }) => businessDayOf(occurred_at, timeZone))]
    .map(([day, ofDay]) => ({
      day,
      internal: ofDay.filter(({ side }) => side !== 'external').length,
      external: ofDay.filter(({ side }) => side !== 'internal').length,
      total: ofDay.length,
    }))
    .sort((one, other) => one.day.localeCompare(other.day));
  const past = sided.filter(({ occurred_at }) => occurred_at <= now).sort(byTime);
  const ahead = sided.filter(({ occurred_at }) => occurred_at > now).sort(byTime);
  const last = past.at(-1);
  return {
    activities: sided
      .map(({ activity_key, id, owner_id, title, occurred_at, side }) => ({
        activity_key,
        captured_id: id,
        owner_id,
        title,
        occurred_at,
        side,
      }))
      .sort((one, other) => one.activity_key.localeCompare(other.activity_key)),
    contributions: copies.map(({ id }) => id).sort(),
    contributors: [...new Set(copies.map(({ owner_id }) => owner_id))].sort(),
    days,
    recent: recentlyOn(recent_day, days),
    relationships: expectedRelationships(domains, activities, { now, timeZone }),
    threads: threadsOf(sided.filter(({ type }) => type === 'email').sort(byTime)),
    words: sided
      .map((activity) => ({ activity_key: activity.activity_key, words: wordsOf(activity) }))
      .sort((one, other) => one.activity_key.localeCompare(other.activity_key)),
    summary: {
      activity_count: past.length,
      last_activity_at: last?.occurred_at ?? null,
      last_activity_type: last?.type ?? null,
      next_activity_at: ahead[0]?.occurred_at ?? null,
    },
  };
}

/** The same rows as they are published. */
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
    activities: activities.map(
      ({ activity_key, captured_id, owner_id, title, occurred_at, side }) => ({
        activity_key,
        captured_id,
        owner_id,
        title,
        occurred_at,
        side,
      }),
    ),
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

interface Copy {
  owner_id: string;
  type: string;
  title: string;
  summary: string;
  participants: StoredParticipant[];
  bcc: StoredParticipant[];
}

/**
 * The words an activity is found by: what everyone sees of it, and what is hidden to all but one
 * contributor.
 */
function wordsOf({ contributors, ...shown }: Copy & { contributors: readonly Copy[] }): string[] {
  const ofPeople = (people: readonly StoredParticipant[]) =>
    people.flatMap(({ name, email }) => [...searchWords(name), ...searchWords(email)]);
  const words = [
    ...searchWords(shown.title),
    ...searchWords(shown.summary),
    ...ofPeople(shown.participants),
    `=${shown.type}`,
    ...contributors.flatMap(({ owner_id, bcc }) => [
      `@${owner_id}`,
      ...ofPeople(bcc).map((word) => `~${owner_id}~${word}`),
    ]),
  ];
  return [...new Set(words)].sort();
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

interface CountedDay {
  day: BusinessDay;
  internal: number;
  external: number;
}

/**
 * What the grid shows on a day of the days that end with it, and until when the sums stay the same.
 */
function recentlyOn(today: BusinessDay, days: readonly CountedDay[]) {
  const shown = daysOfWindow('3W', today).map(
    (day) => days.find((counted) => counted.day === day) ?? { day, external: 0, internal: 0 },
  );
  const external = shown.map((day) => day.external);
  const internal = shown.map((day) => day.internal);
  const changes = days.flatMap(({ day }) => [day, addDays(day, summaryDays)]);
  return {
    external,
    internal,
    sums: [external, internal].map((counts) => counts.reduce((sum, count) => sum + count, 0)),
    until: changes.filter((day) => day > today).sort()[0] ?? 'infinity',
  };
}

const listedAccount = (db: Database, accountId: string) =>
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
    ...first(rows),
    sums: [listed.recent_external, listed.recent_internal],
    until: listed.recent_until,
  };
}

interface Mail {
  activity_key: string;
  thread_refs: string[];
}

/**
 * Groups emails into threads, by the key of the earliest email; each joins all the threads that it
 * shares a reference with.
 */
function threadsOf(mails: readonly Mail[]): Record<string, string[]> {
  let threads: Mail[][] = [];
  for (const mail of mails) {
    const isJoined = (thread: Mail[]) =>
      thread.some(({ thread_refs }) => thread_refs.some((ref) => mail.thread_refs.includes(ref)));
    const joined = threads.filter(isJoined);
    threads = [...threads.filter((thread) => !joined.includes(thread)), [...joined.flat(), mail]];
  }
  const named = threads.map((thread) => {
    const keys = thread.map(({ activity_key }) => activity_key);
    const name = mails.find(({ activity_key }) => keys.includes(activity_key))?.activity_key ?? '';
    return [name, keys.sort()] as const;
  });
  return Object.fromEntries(named.sort(([one], [other]) => one.localeCompare(other)));
}

const first = <Item>(items: readonly Item[]): Item => {
  const [item] = items;
  if (item === undefined) throw new Error('A group has no items.');
  return item;
};

const byTime = (one: { occurred_at: Date }, other: { occurred_at: Date }) =>
  one.occurred_at.getTime() - other.occurred_at.getTime();

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
