import { plural } from '@repo/domain/text/plural';
import { quietRule, quietSentence } from '@repo/domain/relationships/going-quiet';
import {
  addDays,
  type BusinessDay,
  businessDayOf,
  businessTimeZone,
  startOfBusinessDay,
} from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { Config } from '#src/config.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { isAccountQuietOn } from '../../relationships/going-quiet-on.ts';
import { readerOf } from '../../auth/session-reader.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';
import { listQuietPeople } from '../../relationships/list-quiet-people.ts';
import { listWorkspaces } from '../mailing/list-workspaces.ts';
import { formatDay } from './format-day.ts';
import { createResultCache, type ResultCache } from './create-result-cache.ts';
import {
  type Digest,
  type DigestAccount,
  type Heading,
  headings,
  type WorkspaceDigest,
} from './digest.ts';
import { listFailedSyncs, type NamedProvider } from './list-failed-syncs.ts';

/** Maximum of accounts under one heading. */
const MAX_ACCOUNTS = 5;
const WEEK = 7;
/** The days before the week that it is compared with; the list of accounts covers three weeks. */
const DAYS_BEFORE = 14;

export interface DigestSources {
  config: Pick<Config, 'webUrl'>;
  providers: readonly NamedProvider[];
  /**
   * Caches which accounts of a workspace are listed: every member sees the same ones, and a large workspace
   * takes seconds. Membership is not cached, and the accounts are read again for each email, so that it
   * contains nothing that was withdrawn since.
   */
  cache?: ResultCache<WorkspaceDigest> | undefined;
}

/** The maximum age of the choice of a workspace's accounts in an email. */
const CACHE_LIFETIME_MS = 10 * 60_000;
const CACHED_WORKSPACES = 200;

export const createDigestCache = (): ResultCache<WorkspaceDigest> =>
  createResultCache({ lifetimeMs: CACHE_LIFETIME_MS, limit: CACHED_WORKSPACES });

/**
 * Reads the week that ended yesterday, as the user may see it: the accounts in the lists of the user's
 * workspaces, and the user's own integrations.
 */
export async function readDigest(
  db: Connection,
  userId: string,
  { config, providers, cache = (_, make) => make() }: DigestSources,
  now = new Date(),
): Promise<Digest> {
  const found: WorkspaceDigest[] = [];
  const workspaces = await listWorkspaces(db, userId);
  const person = await readerOf(db, userId);
  for (const workspace of workspaces) {
    const { id, orgSlug, slug } = workspace;
    const workspaceUrl = `${config.webUrl}/${orgSlug}/${slug}`;
    const week = weekBefore(now, workspace.timeZone);
    const reader: Reader = {
      accounts: sql`(select * from ${visibleAccounts(person)} visible
        where visible.workspace_id = ${id})`,
      address: (accountId) => `${workspaceUrl}/accounts/${accountId}`,
      personAddress: (personId) => `${workspaceUrl}/people/${personId}`,
    };
    const read = (reader: ReaderOf) => readWorkspace(db, workspace, reader, week);
    const chosen = await cache(`${id} ${week.timeZone} ${week.lastDay}`, () => read(() => reader));
    const digest = await read((heading) =>
      only(reader, heading === 'contact' ? [...chosen.highest, ...chosen.lowest] : chosen[heading]),
    );
    const listed = headings.flatMap((heading) => digest[heading]);
    if (listed.length > 0) found.push({ ...digest, addedCount: addedOf(digest, chosen) });
  }
  const failedSyncs = await listFailedSyncs(db, userId, providers);
  const { firstDay, lastDay } = weekBefore(now, workspaces[0]?.timeZone);
  return { firstDay, lastDay, workspaces: found, failedSyncs };
}

/** The week that ended yesterday. */
function weekBefore(now: Date, timeZone = businessTimeZone): Week {
  const lastDay = addDays(businessDayOf(now, timeZone), -1);
  return { timeZone, firstDay: addDays(lastDay, 1 - WEEK), lastDay };
}

async function readWorkspace(
  db: Connection,
  { id, name, organization }: { id: string; name: string; organization: string },
  readerOf: ReaderOf,
  week: Week,
): Promise<WorkspaceDigest> {
  const { highest, lowest } = await readContact(db, readerOf('contact'), week);
  const today = addDays(week.lastDay, 1);
  const quiet = await readQuiet(db, readerOf('quiet'), today);
  const quietPeople = await readQuietPeople(db, id, readerOf('quietPeople'), today);
  const { added, addedCount } = await readAdded(db, readerOf('added'), week);
  return { name, organization, highest, lowest, quiet, quietPeople, added, addedCount };
}

/** The accounts to choose from under a heading. */
type ReaderOf = (heading: Exclude<Heading, 'highest' | 'lowest'> | 'contact') => Reader;

const only = (reader: Reader, chosen: readonly DigestAccount[]): Reader => ({
  ...reader,
  accounts: sql`(select * from ${reader.accounts} chosen
    where chosen.id = any(${chosen.map(({ accountId }) => accountId)}::uuid[]))`,
});

/** Accounts that are no longer listed are not counted either. */
const addedOf = (digest: WorkspaceDigest, chosen: WorkspaceDigest): number =>
  chosen.addedCount - chosen.added.length + digest.added.length;

interface Reader {
  /** The accounts of one workspace that the user may see. */
  accounts: RawBuilder<unknown>;
  address: (accountId: string) => string;
  personAddress: (personId: string) => string;
}

interface Week {
  timeZone: string;
  firstDay: BusinessDay;
  lastDay: BusinessDay;
}

/**
 * The accounts with the most activities in the week, and the accounts with more in the two weeks before and
 * the fewest in this one.
 */
async function readContact(
  db: Connection,
  { accounts, address }: Reader,
  { firstDay, lastDay }: Week,
): Promise<Pick<WorkspaceDigest, 'highest' | 'lowest'>> {
  const { rows } = await sql<{
    id: string;
    name: string;
    lately: number;
    before: number;
    highestRank: number;
    lowestRank: number;
  }>`
    with counted as (
      select account.id, account.name, days.lately, days.before
      from ${accounts} account
      join listed_accounts listed
        on listed.workspace_id = account.workspace_id and listed.account_id = account.id
          and listed.recent_external + listed.recent_internal > 0
      cross join lateral (
        select coalesce(sum(total) filter (where day >= ${firstDay}), 0)::int as lately,
          coalesce(sum(total) filter (where day < ${firstDay}), 0)::int as before
        from account_days
        where workspace_id = account.workspace_id and account_id = account.id
          and day between ${addDays(firstDay, -DAYS_BEFORE)} and ${lastDay}
      ) days
    ),
    ranked as (
      select *,
        row_number() over (order by lately desc, before desc, name, id) as "highestRank",
        row_number() over (
          order by 2 * lately < before desc, lately, before desc, name, id) as "lowestRank"
      from counted
    )
    select * from ranked
    where "highestRank" <= ${MAX_ACCOUNTS} or "lowestRank" <= ${2 * MAX_ACCOUNTS}`.execute(db);
  const highest = rows
    .filter(({ lately, highestRank }) => lately > 0 && highestRank <= MAX_ACCOUNTS)
    .sort((one, other) => one.highestRank - other.highestRank);
  const lowest = rows
    .filter((row) => 2 * row.lately < row.before && !highest.includes(row))
    .sort((one, other) => one.lowestRank - other.lowestRank)
    .slice(0, MAX_ACCOUNTS);
  const describe = ({ id, name, lately, before }: (typeof rows)[number]): DigestAccount => ({
    accountId: id,
    name,
    address: address(id),
    fact: `${activities(lately)}; ${before === 0 ? 'none' : before.toLocaleString('en')} in the two weeks before`,
  });
  return { highest: highest.map(describe), lowest: lowest.map(describe) };
}

const activities = (count: number): string => {
  if (count === 0) return 'No activity';
  return plural(count, 'activity', 'activities');
};

/** The accounts that started going quiet in the week, so that each is reported only once. */
async function readQuiet(
  db: Connection,
  { accounts, address }: Reader,
  today: BusinessDay,
): Promise<DigestAccount[]> {
  const { rows } = await sql<{ id: string; name: string; lastDay: string; daysBefore: number }>`
    select account.id, account.name, ties.last_day as "lastDay",
      bit_count(ties.recent_days)::int as "daysBefore"
    from ${accounts} account
    join account_relationships ties
      on ties.workspace_id = account.workspace_id and ties.account_id = account.id
    where ${isAccountQuietOn(sql`${today}::date`)} and ties.last_day > ${today}::date - ${quietRule.silentDays + WEEK}::int
    order by bit_count(ties.recent_days) desc, account.name, account.id
    limit ${MAX_ACCOUNTS}`.execute(db);
  return rows.map(({ id, name, ...contact }) => ({
    accountId: id,
    name,
    address: address(id),
    fact: quietSentence(contact, today),
  }));
}

/** These people, except those of accounts that are going quiet as a whole. */
async function readQuietPeople(
  db: Connection,
  workspaceId: string,
  { accounts, personAddress }: Reader,
  today: BusinessDay,
): Promise<DigestAccount[]> {
  const { people } = await listQuietPeople(db, {
    workspaceId,
    accounts: sql`(
      select account.* from ${accounts} account
      join account_relationships ties
        on ties.workspace_id = account.workspace_id and ties.account_id = account.id
      where not ${isAccountQuietOn(sql`${today}::date`)})`,
    after: addDays(today, -quietRule.silentDays - WEEK),
    limit: MAX_ACCOUNTS,
  });
  return people.map(({ account, contact: { id, name, addresses, lastDay, daysBefore } }) => ({
    accountId: account.id,
    name: `${name || addresses[0]} (${account.name})`,
    address: personAddress(id),
    fact: quietSentence({ lastDay, daysBefore }, today),
  }));
}

async function readAdded(
  db: Connection,
  { accounts, address }: Reader,
  { timeZone, firstDay, lastDay }: Week,
): Promise<Pick<WorkspaceDigest, 'added' | 'addedCount'>> {
  const { rows } = await sql<{ id: string; name: string; createdAt: Date; count: number }>`
    select account.id, account.name, account.created_at as "createdAt", count(*) over () as count
    from ${accounts} account
    where account.created_at >= ${startOfBusinessDay(firstDay, timeZone)}
      and account.created_at < ${startOfBusinessDay(addDays(lastDay, 1), timeZone)}
    order by account.created_at desc, account.id limit ${MAX_ACCOUNTS}`.execute(db);
  const added = rows.map(({ id, name, createdAt }) => ({
    accountId: id,
    name,
    address: address(id),
    fact: `Added on ${formatDay(businessDayOf(createdAt, timeZone))}`,
  }));
  return { added, addedCount: rows[0]?.count ?? 0 };
}
