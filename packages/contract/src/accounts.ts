import { z } from 'zod';
import { timelineItem } from './activities.ts';
import { defineEndpoints } from './endpoint.ts';
import { costOfList } from './request-cost.ts';
import { day, id, instant, timelinePosition, shareLevel } from './fields.ts';
import { limits } from './limits.ts';
import { tagsOfAccount } from './tags.ts';
import { accountRow, costOfAccounts, listAccountsQuery, person } from './account-list.ts';

export const workspaceAccount = z.object({
  id,
  workspaceId: id,
  name: z.string(),
  domain: z.string(),
  faviconUrl: z.string(),
  createdAt: instant,
  discoveredByUser: z.object({ name: z.string() }).nullable(),
  activityCount: z.number().int(),
  /** The colleague who is responsible; null if there is none. */
  owner: person.extend({ id }).nullable().optional(),
  note: z.string().optional(),
  tags: tagsOfAccount.optional(),
  /** All of its domains, the primary one (`domain`) first. */
  domains: z.array(z.string()).max(limits.domainsPerAccount).optional(),
  /** The beginning of its legal hold; absent without one. */
  heldSince: instant.optional(),
});
export type WorkspaceAccount = z.infer<typeof workspaceAccount>;

export const windowSize = z.enum(['3W', '6W', '12W']);
export type WindowSize = z.infer<typeof windowSize>;

/** The position of a part in the timeline; absent when the whole window was returned. */
export const timelinePage = z.object({
  /** The value of `before` for the next older part of the window; absent in the oldest. */
  before: timelinePosition.optional(),
  /** The value of `after` for the next newer part of the window; absent in the newest. */
  after: timelinePosition.optional(),
  /** The last day before the window on which something happened; null when there is none. */
  earlier: day.nullable(),
  /** The first day after the window, up to today, on which something happened. */
  later: day.nullable(),
});
export type TimelinePage = z.infer<typeof timelinePage>;

/** Counts of a whole window, whichever part of it was requested. */
export const windowSummary = z.object({
  /** The days with activity, oldest first. An activity of both sides is in both counts. */
  days: z
    .array(z.object({ day, internal: z.number().int(), external: z.number().int() }))
    .max(limits.backfillDays),
  emails: z.number().int(),
  meetings: z.number().int(),
  calls: z.number().int(),
});
export type WindowSummary = z.infer<typeof windowSummary>;

const timelineWindow = {
  range: windowSize.default('3W'),
  end_date: day.optional(),
};

export const accountEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/accounts': {
    summary: 'The accounts of a workspace: all of them, or with `limit` a page at a time.',
    access: 'person',
    scope: 'accounts:read',
    cost: costOfAccounts,
    level: 'specification',
    extras: [
      'limit',
      'cursor',
      'offset',
      'sort',
      'order',
      'search',
      'contributor',
      'createdBy',
      'activeWithin',
      'quietFor',
      'balance',
      'owner',
      'includeOwners',
      'tags',
      'includeTags',
      'includeRelationships',
      'strength',
      'goingQuiet',
    ],
    responseExtras: [
      'page',
      'accounts.owner',
      'accounts.note',
      'accounts.tags',
      'accounts.relationship',
    ],
    params: z.object({ workspaceId: id }),
    query: listAccountsQuery,
    response: z.object({
      accounts: z.array(accountRow),
      /** The number of all matches, and the position of the next page; absent on the last one. */
      page: z.object({ total: z.number().int(), nextCursor: z.string().optional() }).optional(),
    }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/workspaces/{workspaceId}/accounts/people': {
    summary: 'Who contributed to, created or owns accounts of a workspace, to filter by.',
    access: 'person',
    scope: 'accounts:read',
    cost: 'high',
    level: 'full',
    params: z.object({ workspaceId: id }),
    response: z.object({
      contributors: z.array(person),
      creators: z.array(z.object({ name: z.string() })),
      /** The members who are responsible for accounts. */
      owners: z.array(person).optional(),
    }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/accounts/{accountId}': {
    summary: 'One account of a workspace that the user belongs to.',
    access: 'person',
    scope: 'accounts:read',
    level: 'specification',
    responseExtras: [
      'workspaceAccount.owner',
      'workspaceAccount.note',
      'workspaceAccount.tags',
      'workspaceAccount.domains',
      'workspaceAccount.heldSince',
    ],
    params: z.object({ accountId: id }),
    response: z.object({ workspaceAccount }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/accounts/{accountId}/timeline': {
    summary:
      'The activities of an account in a window of whole days, in the time zone of the workspace, that ends on `end_date` (today when absent), newest first. Emails of one thread with two or more messages in the window are one conversation, at the position of its last message. With `limit` one page at a time, in the same order; without it the whole window, or its newest part with `page` if it has more than 10,000 activities. A page has fewer entries where their conversations are long, and a conversation of more than 500 messages the newest of them.',
    access: 'person',
    scope: 'activities:read',
    cost: costOfList({ isWholeByDefault: true }),
    level: 'specification',
    extras: ['limit', 'before', 'after'],
    responseExtras: [
      'page',
      'summary',
      'activities.participantCount',
      'activities.activityCount',
      'activities.level',
    ],
    params: z.object({ accountId: id }),
    query: z.object({
      ...timelineWindow,
      /** At most this many entries; a server may ignore it and return the whole window. */
      limit: z.coerce.number().int().min(1).max(limits.pageSize).optional(),
      /** Only activities older than this position; the newest of them. */
      before: timelinePosition.optional(),
      /** Only activities newer than this position; the oldest of them. `before` wins. */
      after: timelinePosition.optional(),
    }),
    response: z.object({
      activities: z.array(timelineItem),
      page: timelinePage.optional(),
      /** Only in the first part of a window: with `limit`, and without `before` and `after`. */
      summary: windowSummary.optional(),
    }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/accounts/{accountId}/participants': {
    summary:
      'The participants of the activities of a window: those of the account first, the most active before the others.',
    access: 'person',
    scope: 'activities:read',
    cost: 'high',
    level: 'full',
    params: z.object({ accountId: id }),
    query: z.object(timelineWindow),
    response: z.object({
      participants: z.array(person).max(limits.participantsListed),
      /** The total, including unlisted ones. */
      total: z.number().int(),
      /** Present where the window has more activities than are counted: the oldest one that is. */
      countedSince: instant.optional(),
    }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/accounts/{accountId}/shares': {
    summary:
      'Who contributes to an account, and at which level each of their domains is shared with it, by name.',
    access: 'person',
    scope: 'accounts:read',
    level: 'full',
    params: z.object({ accountId: id }),
    response: z.object({
      shares: z
        .array(
          z.object({
            user: person,
            /** The displayed name: Unicode, not punycode. */
            domain: z.string(),
            /** The id by which the reader tracks the domain; only of the reader's own shares. */
            ownDomainId: id.optional(),
            /** How much of it colleagues see. */
            level: shareLevel,
            /** Whether that is less than the workspace asks for. */
            isBelowLeast: z.boolean(),
          }),
        )
        .max(limits.sharesListed),
      /** Whether there are more than are listed. */
      hasMore: z.boolean(),
      /**
       * The user's own private meetings with the account, which are therefore not in it (`GET
       * /api/private-meetings`); no other member's. At most `limits.privateMeetingsListed`.
       */
      ownPrivateMeetings: z.number().int(),
    }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/icons/{domain}/{signature}': {
    summary:
      'The icon of an account, at the address in `faviconUrl`; 204 if there is none or it has not been fetched yet.',
    access: 'secret',
    level: 'specification',
    params: z.object({ domain: z.string().max(253), signature: z.string().max(100) }),
    response: 'image',
    errors: ['NOT_FOUND'],
  },
  'POST /api/accounts/import': {
    summary:
      'Tracks domains for the user; with `workspaceId` and `name` also creates the workspace account of the one domain and shares it there, all or nothing.',
    access: 'person',
    scope: 'domains:write',
    cost: 'high',
    level: 'specification',
    extras: ['level'],
    bodyLimit: limits.importBodyBytes,
    body: z.object({
      /** At most `limits.domainsPerImport`. */
      domains: z.array(z.string()),
      source: z.enum(['manual', 'discovered']).default('manual'),
      name: z.string().optional(),
      workspaceId: id.optional(),
      /**
       * How much of the domain colleagues see; as before where its share moves, else the default of the
       * workspace, if absent.
       */
      level: shareLevel.optional(),
    }),
    response: z.object({
      results: z
        .array(
          z.object({
            domain: z.object({ id, domain: z.string(), addedAt: instant }),
            workspaceAccount: z.object({ id, name: z.string() }).optional(),
          }),
        )
        .max(limits.domainsPerImport),
    }),
    errors: ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', 'PAYLOAD_TOO_LARGE'],
  },
});
