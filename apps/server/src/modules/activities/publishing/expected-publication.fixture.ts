import { isSharer } from '../../users/is-sharer.ts';
import {
  addDays,
  type BusinessDay,
  businessDayOf,
  startOfBusinessDay,
} from '@repo/domain/time/business-day';
import { addressBelongsTo } from '@repo/domain/domains/domain-name';
import { searchWords } from '@repo/domain/text/search-words';
import { expectedRelationships } from '../../relationships/expected-relationships.fixture.ts';
import { activitySide } from '@repo/domain/activities/side';
import { daysOfWindow, summaryDays } from '@repo/domain/time/timeline-window';
import { sql } from 'kysely';
import { readTimeZone } from '#platform/database/workspace-time.ts';
import type { Database } from '#platform/database/create-database.ts';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';
import { listedAccount } from './actual-publication.fixture.ts';
import { agedLevels } from './retention-steps.fixture.ts';
import { connectedWith, protectedLevels } from './expected-protection.fixture.ts';

/**
 * Computes what has to be published in an account, straightforwardly from who shares what and from
 * the visible participants of the captured activities: without links and without the product's SQL.
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
    .where(isSharer('domain_shares'))
    .select(['domains.owner_id', 'domains.domain', 'domain_shares.level'])
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
  const dated = captured.map((one) => ({
    ...one,
    capturedAt: one.occurred_at,
    occurred_at: one.is_all_day ? startOfBusinessDay(one.day, timeZone) : one.occurred_at,
  }));
  const privateRefs = await db.selectFrom('private_refs').select(['owner_id', 'ref']).execute();
  const isKeptPrivate = connectedWith(captured, privateRefs);
  const protection = await protectedLevels(db, captured, account.workspace_id);
  const { participants_only: participantsOnly } = await db
    .selectFrom('workspaces')
    .select('participants_only')
    .where('id', '=', account.workspace_id)
    .executeTakeFirstOrThrow();
  const aged = await agedLevels(db, { workspaceId: account.workspace_id, accountId });
  const choices = await db.selectFrom('shared_meetings').selectAll().execute();
  const chosen = new Set(
    choices.map(({ owner_id, activity_key }) => `${owner_id} ${activity_key}`),
  );
  const isShared = (copy: (typeof captured)[number]) =>
    copy.type === 'calendar' && chosen.has(`${copy.owner_id} ${copy.activity_key}`);
  // Another copy of the same user, with someone at the domain, is private.
  const hasPrivateCopy = (copy: (typeof dated)[number], domain: string) =>
    dated.some(
      (other) =>
        other.owner_id === copy.owner_id &&
        other.activity_key === copy.activity_key &&
        other.type === 'calendar' &&
        other.is_private === true &&
        other.participants.some(({ email }) => addressBelongsTo(email, domain)),
    );
  const copies = dated.flatMap((copy) => {
    const isPrivate =
      (copy.type === 'calendar' && !isShared(copy) && copy.is_private !== false) ||
      isKeptPrivate(copy);
    const levels = owners.flatMap((share) =>
      !isPrivate &&
      share.owner_id === copy.owner_id &&
      domains.includes(share.domain) &&
      copy.participants.some(({ email }) => addressBelongsTo(email, share.domain)) &&
      (isShared(copy) || !hasPrivateCopy(copy, share.domain))
        ? [share.level]
        : [],
    );
    const level = Math.min(
      Math.max(...levels),
      protection(copy),
      aged(copy.capturedAt),
      textless(copy),
    );
    return levels.length === 0 || level < 0 ? [] : [{ ...copy, level }];
  });

  const activities = [...Map.groupBy(copies, (copy) => copy.activity_key).values()].map((ofOne) => {
    // The first one of the highest level.
    const highest = Math.max(...ofOne.map(({ level }) => level));
    const shown = first(ofOne.filter(({ level }) => level === highest));
    // Members who took part read the text where they open it; all others have the level subject.
    const isForParticipants = participantsOnly && highest === 2;
    const seen = isForParticipants ? { ...shown, level: 1 } : shown;
    const everyone: readonly StoredParticipant[] = shown.participants;
    return {
      ...shown,
      ...withheldOf(seen, timeZone),
      level: seen.level,
      is_for_participants: isForParticipants,
      everyone,
      side: activitySide(shown.type, everyone as StoredParticipant[], domains),
      contributors: ofOne,
    };
  });
  const sided = activities;
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
  const last = await lastOf(db, accountId, past);
  const ahead = sided.filter(({ occurred_at }) => occurred_at > now).sort(byTime);
  return {
    activities: sided
      .map(({ id, participants, ...one }) => ({
        activity_key: one.activity_key,
        captured_id: id,
        owner_id: one.owner_id,
        title: one.title,
        occurred_at: one.occurred_at,
        side: one.side,
        level: one.level,
        is_for_participants: one.is_for_participants,
        people: participants.length,
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

/** Of an email whose mailbox captures no text, at most the subject is shown. */
const textless = ({ metadata }: { metadata: unknown }): number =>
  typeof metadata === 'object' && metadata !== null && 'withoutText' in metadata ? 1 : 2;

/** The last activity; at the level activity several have the same time, and the last one by its id counts. */
async function lastOf<Item extends { activity_key: string; occurred_at: Date }>(
  db: Database,
  accountId: string,
  past: readonly Item[],
): Promise<Item | undefined> {
  const end = past.at(-1)?.occurred_at.getTime();
  const atTheEnd = past.filter(({ occurred_at }) => occurred_at.getTime() === end);
  const keys = atTheEnd.map(({ activity_key }) => activity_key);
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::uuid[]) as given(key)
    order by published_id(${accountId}, key) desc limit 1`.execute(db);
  return atTheEnd.find(({ activity_key }) => activity_key === rows[0]?.key);
}

interface Withheld {
  level: number;
  title: string;
  summary: string;
  occurred_at: Date;
  participants: StoredParticipant[];
  thread_refs: string[];
}

/** What the level of a copy withholds: at 1 the text, at 0 also the title, the participants and the time. */
function withheldOf({ level, ...copy }: Withheld, timeZone: string): Partial<Withheld> {
  if (level === 2) return {};
  if (level === 1) return { summary: '' };
  return {
    summary: '',
    title: '',
    participants: [],
    thread_refs: [],
    occurred_at: startOfBusinessDay(businessDayOf(copy.occurred_at, timeZone), timeZone),
  };
}

interface Copy {
  level: number;
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
      ...(shown.level === 2 ? ofPeople(bcc).map((word) => `~${owner_id}~${word}`) : []),
    ]),
  ];
  return [...new Set(words)].sort();
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
