import { z } from 'zod';
import { type AccountSort, accountSorts } from './account-sorts.ts';
import { activityType } from './activities.ts';
import { costOfList, isExpensive, type RequestCost } from './request-cost.ts';
import { id, instant, KEY_NEEDS_BY_VALUE, line, withScope } from './fields.ts';
import { limits } from './limits.ts';
import { accountRelationship, strengthFilter } from './relationships.ts';
import type { Scope } from './scopes.ts';
import { tagFilter, tagsOfAccount } from './tags.ts';

/** A colleague in a list. */
export const person = z.object({ name: z.string(), email: z.string() });

export const accountRow = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  faviconUrl: z.string(),
  activityCount: z.number().int(),
  lastActivity: z.object({ title: z.string(), type: activityType, occurredAt: instant }).nullable(),
  contributors: z.array(z.object({ user: person })),
  creator: z.object({ name: z.string() }).nullable(),
  createdAt: instant,
  /** 21 days in the workspace's time zone, oldest first, ending today; both of equal length. */
  timelineSummary: z
    .object({
      externalCounts: z.array(z.number().int()).max(limits.summaryDays),
      internalCounts: z.array(z.number().int()).max(limits.summaryDays),
    })
    .optional(),
  /** Null while it is not counted yet. */
  relationship: withScope('people:read', accountRelationship).nullable().optional(),
  /** The colleague who is responsible; null if there is none. */
  owner: person.nullable().optional(),
  note: z.string().optional(),
  tags: tagsOfAccount.optional(),
});
export type AccountRow = z.infer<typeof accountRow>;

/** The scope that an API key needs for an order, beyond the list's own. */
const accountSortScopes: Partial<Record<AccountSort, Scope>> = {
  strength: 'people:read',
  lastContactByUs: 'people:read',
  lastContactByThem: 'people:read',
  nextMeeting: 'people:read',
  daysInTouch: 'people:read',
};

/** Sorted by name by default. Some orders tell how well a team knows an account. */
export const accountSort = z.enum(accountSorts).meta({ [KEY_NEEDS_BY_VALUE]: accountSortScopes });

export const sortOrder = z.enum(['ASC', 'DESC']);

/** The side with more activity in the last 21 days. */
export const sideBalance = z.enum(['external', 'balanced', 'internal']);

const days = z.coerce.number().int().min(1).max(3_650);

/**
 * The accounts to list, their order, and the part of the list. With `limit` the response is that
 * part and carries `page`; without it, all that match. A server may ignore all of this and return
 * the whole list without `page`.
 */
export const listAccountsQuery = z.object({
  includeTimeline: z.stringbool().default(false),
  limit: z.coerce.number().int().min(1).max(limits.pageSize).optional(),
  /** `page.nextCursor` of the part before; wins over `offset`. */
  cursor: z.string().max(2_000).optional(),
  /** The number of accounts before the page, for a jump into the middle. */
  offset: z.coerce.number().int().min(0).optional(),
  sort: accountSort.optional(),
  order: sortOrder.optional(),
  /** Words that must each occur in the name, the domain, a contributor or the last touch point. */
  search: line(limits.searchLength).optional(),
  /** The email address of a contributor. */
  contributor: line(limits.emailLength).optional(),
  /** The name of the account's creator. */
  createdBy: line(limits.nameLength).optional(),
  /** The last activity is at most this number of days ago. */
  activeWithin: days.optional(),
  /** The last activity is more than this number of days ago, or there has been none. */
  quietFor: days.optional(),
  balance: sideBalance.optional(),
  /** The email address of an account owner, or `none` for accounts that no one owns. */
  owner: line(limits.emailLength).optional(),
  /** Whether the response contains `owner` and `note`. */
  includeOwners: z.stringbool().default(false),
  /** Accounts with any of these tags, or with none. */
  tags: tagFilter.optional(),
  /** Whether the response contains `tags`. */
  includeTags: z.stringbool().default(false),
  includeRelationships: z.stringbool().default(false),
  /** The label of the strongest pair; `none` if nothing is shared. */
  strength: withScope('people:read', strengthFilter).optional(),
  /** Only accounts without contact for six weeks after regular contact, and not dismissed. */
  goingQuiet: withScope('people:read', z.stringbool()).optional(),
});

/** Orders by a key that is computed for each account. */
const computedOrders: readonly unknown[] = [
  'recentActivity',
  'nextMeeting',
  'daysInTouch',
] satisfies AccountSort[];

const costOfPage = costOfList({
  isWholeByDefault: true,
  filters: [
    'search',
    'contributor',
    'createdBy',
    'activeWithin',
    'quietFor',
    'balance',
    'owner',
    'tags',
    'strength',
    'goingQuiet',
  ],
});

export const costOfAccounts: RequestCost = (query) =>
  computedOrders.includes(query['sort']) || isExpensive(costOfPage, query);
