import type { ActivityType } from '@repo/contract/activities';
import type { AccountRow } from '@repo/contract/account-list';
import { isVisible } from '@repo/contract/name';
import { type StrengthLabel, strengthLabels } from '@repo/domain/relationships/strength';
import { isBusinessDay } from '@repo/domain/time/business-day';
import { countOf, fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { isFullServer } from '#lib/server-level.ts';
import { readTags, type Tag } from '#lib/tags/read-tags.ts';
import { readList } from '#lib/api/read-list.ts';

export type AccountPerson = { name: string; email: string };

/** A row of the grid, with everything that a server may leave out made plain. */
export type Account = {
  id: string;
  name: string;
  domain: string | undefined;
  faviconUrl: string | undefined;
  lastActivity: NonNullable<AccountRow['lastActivity']> | undefined;
  contributors: AccountPerson[];
  createdBy: string | undefined;
  /** Empty if it is not known. */
  createdAt: string;
  /** Days of equal length, oldest first, ending today. */
  timeline: { external: number[]; internal: number[] } | undefined;
  /** The member who is responsible; undefined if no one is. */
  owner: AccountPerson | undefined;
  note: string;
  tags: readonly Tag[];
  /** The colleagues and contacts in touch; undefined if the server does not list them. */
  relationship: Relationship | undefined;
};

/** The colleagues and contacts of an account that are in touch; days are YYYY-MM-DD. */
export type Relationship = {
  /** Undefined if nothing is shared. */
  label: StrengthLabel | undefined;
  lastDay: string | undefined;
  lastDayByUs: string | undefined;
  lastDayByThem: string | undefined;
  recentDays: number;
  daysInTouch: number;
  daysBefore: number;
  nextMeetingAt: string | undefined;
  isGoingQuiet: boolean;
};

/**
 * A row as it was received. A server may omit fields or send others than the contract says: a value
 * that cannot be used counts as absent, and the other fields are read all the same.
 */
type Received = { [Field in keyof AccountRow]?: unknown };

export function readAccount(received: Received & Pick<AccountRow, 'id'>): Account {
  const row = received as Partial<AccountRow> & Pick<AccountRow, 'id'>;
  const [name, domain] = [textOf(row.name), textOf(row.domain)];
  return {
    id: row.id,
    // A link without text could neither be seen nor heard.
    name: isVisible(name) ? name : domain || 'Unnamed account',
    domain: domain || undefined,
    faviconUrl: textOf(row.faviconUrl) || undefined,
    lastActivity: readLastActivity(row.lastActivity),
    contributors: readContributors(row.contributors),
    createdBy: textOf(fieldsOf(row.creator)['name']) || undefined,
    createdAt: isTime(row.createdAt) ? row.createdAt : '',
    timeline: readTimeline(row.timelineSummary),
    owner: readPerson(row.owner),
    note: textOf(row.note),
    tags: readTags(row.tags),
    relationship: isFullServer() ? readRelationship(row.relationship) : undefined,
  };
}

/** The rows of a response; what cannot be read as a row is excluded. */
export function readAccounts(rows: readonly unknown[]): Account[] {
  const received = rows as readonly (Received & Pick<AccountRow, 'id'>)[];
  return readList(received, 'accounts', ({ id }) => id !== '', { id: 'id' }).map(readAccount);
}

function readContributors(received: unknown): AccountPerson[] {
  return readList(received as { user?: unknown }[], 'contributors')
    .map(({ user }) => readPerson(user))
    .filter((person) => person !== undefined);
}

function readPerson(received: unknown): AccountPerson | undefined {
  const fields = fieldsOf(received);
  const [name, email] = [textOf(fields['name']), textOf(fields['email'])];
  return name === '' && email === '' ? undefined : { name, email };
}

/** Ignores an activity with an unreadable time, since it would have neither an age nor a day. */
function readLastActivity(
  activity: AccountRow['lastActivity'] | undefined,
): Account['lastActivity'] {
  return activity && isTime(activity.occurredAt)
    ? { ...activity, title: textOf(activity.title), type: textOf(activity.type) as ActivityType }
    : undefined;
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** Ignores series of unequal length: they cannot be assigned to days. */
function readTimeline(summary: AccountRow['timelineSummary']): Account['timeline'] {
  const { externalCounts: external, internalCounts: internal } = summary ?? {};
  if (!Array.isArray(external) || !Array.isArray(internal)) return undefined;
  if (external.length !== internal.length) return undefined;
  return { external: external.map(countOrNone), internal: internal.map(countOrNone) };
}

const countOrNone = (value: unknown): number => countOf(value) ?? 0;

/** No label means that nothing is shared; there can be a next meeting before the first contact. */
function readRelationship(received: unknown): Account['relationship'] {
  const fields = fieldsOf(received);
  const dayOf = (name: string) =>
    isBusinessDay(textOf(fields[name])) ? textOf(fields[name]) : undefined;
  const label = strengthLabels.find((one) => one === fields['label']);
  const lastDay = dayOf('lastDay');
  const nextMeetingAt = isTime(fields['nextMeetingAt']) ? fields['nextMeetingAt'] : undefined;
  if (fields['label'] === undefined) return undefined;
  return {
    label,
    lastDay,
    lastDayByUs: dayOf('lastDayByUs'),
    lastDayByThem: dayOf('lastDayByThem'),
    recentDays: countOrNone(fields['recentDays']),
    daysInTouch: countOrNone(fields['daysInTouch']),
    daysBefore: countOrNone(fields['daysBefore']),
    nextMeetingAt,
    isGoingQuiet: fields['isGoingQuiet'] === true,
  };
}

export function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

export function personName({ name, email }: AccountPerson): string {
  return isVisible(name) ? name : email;
}
