import { z } from 'zod';
import { activityItem } from './activities.ts';
import { defineEndpoints } from './endpoint.ts';
import { costOfList } from './request-cost.ts';
import { day, emptyObject, id, instant, line, timelinePosition } from './fields.ts';
import { limits } from './limits.ts';

/**
 * The people whom colleagues are in touch with (docs/decisions/relationships.md). Days are those of
 * the workspace.
 */

export const strengthLabel = z.enum(['strong', 'regular', 'weak', 'dormant']);
export const strengthFilter = z.enum([...strengthLabel.options, 'none']);
export type StrengthFilter = z.infer<typeof strengthFilter>;

const count = z.number().int();

/** The relationship of an account as the grid shows it. */
export const accountRelationship = z.object({
  /** The label of the strongest pair of colleague and contact; null if nothing is shared. */
  label: strengthLabel.nullable(),
  /** The last day in touch, and the last ones on which each side wrote or met. */
  lastDay: day.nullable(),
  lastDayByUs: day.nullable(),
  lastDayByThem: day.nullable(),
  /** Days in touch in the last 6 and 12 weeks. */
  recentDays: count,
  daysInTouch: count,
  /** Days in touch in the 12 weeks that ended with the last one. */
  daysBefore: count,
  nextMeetingAt: instant.nullable(),
  isGoingQuiet: z.boolean(),
});
export type AccountRelationship = z.infer<typeof accountRelationship>;

/** Until when a member dismissed something that is going quiet; null if no one did. */
const quietDismissal = z.object({ until: day, by: z.string() }).nullable();

/** The tie of a colleague and a person. */
const colleague = z.object({
  name: z.string(),
  email: z.string(),
  label: strengthLabel,
  firstDay: day,
  lastDay: day,
  /** Days in touch, in all and in the last 6 weeks. */
  days: count,
  recentDays: count,
  /** Emails to at most three addresses that the colleague sent them in 26 weeks. */
  directMails: count,
  /** The number of these that they replied to. */
  answeredMails: count,
});
export type Colleague = z.infer<typeof colleague>;

/** A person with one or more addresses, as a contact of one account. */
export const contact = z.object({
  /** The id of the person; the same in all accounts of the workspace. */
  id,
  /** Empty if no email contained one. */
  name: z.string(),
  addresses: z.array(z.string()).max(limits.addressesPerPerson),
  /** Why the person is not among the people of the account; null if they are. */
  hidden: z.enum(['automated', 'by-hand', 'colleague']).nullable(),
  /** The name of the member who hid or showed the person; empty if a rule decides. */
  hiddenBy: z.string(),
  firstDay: day,
  lastDay: day,
  lastDayByUs: day.nullable(),
  lastDayByThem: day.nullable(),
  /** Days in touch with anyone, in all and in the last 6 weeks. */
  days: count,
  recentDays: count,
  /** Days in touch in the 12 weeks that ended with the last one. */
  daysBefore: count,
  isGoingQuiet: z.boolean(),
  quietDismissal,
  /** The one to name first, then the others from the strongest tie on. */
  colleagues: z.array(colleague).max(limits.colleaguesPerPerson),
});
export type Contact = z.infer<typeof contact>;

/** A person who is going quiet, with an account. */
export const quietPerson = z.object({
  account: z.object({ id, name: z.string() }),
  contact,
});

const ofAccount = z.object({ accountId: id });
const ofPerson = z.object({ workspaceId: id, personId: id });

/** A person who may be the same as another. */
const foundPerson = z.object({
  id,
  /** Empty if no email contained one. */
  name: z.string(),
  addresses: z.array(z.string()).max(limits.addressesPerPerson),
  /** Whether the name or the local part of an address is that of the other person. */
  isLikely: z.boolean(),
  /** The names of the accounts that they are a contact of. */
  accounts: z.array(z.string()).max(limits.foundPersonAccounts),
  /** The last day in touch with anyone, in these accounts; null before the first. */
  lastDay: day.nullable(),
});
export type FoundPerson = z.infer<typeof foundPerson>;

/** To whom an address belongs. */
const namedAddress = z.object({
  /** In lower case. */
  address: z.string(),
  /** Empty for a person whose name no email contained. */
  name: z.string(),
  /** The person of the workspace's accounts; null for a member. */
  personId: id.nullable(),
});
export type NamedAddress = z.infer<typeof namedAddress>;

/** Words that must each occur in a name or an address of the person. */
const search = z
  .string()
  .trim()
  .max(limits.searchLength)
  .regex(/^\P{Cc}*$/u, 'must be one line of text')
  .optional();

export const relationshipEndpoints = defineEndpoints({
  'GET /api/accounts/{accountId}/people': {
    summary:
      'The people of an account that colleagues are in touch with, the strongest ties first.',
    access: 'person',
    scope: 'people:read',
    cost: costOfList({ filters: ['search'] }),
    level: 'full',
    params: ofAccount,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(limits.peoplePageSize).default(25),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      /** The hidden ones instead: automated addresses, colleagues, and those hidden by hand. */
      hidden: z.stringbool().default(false),
      search,
      /** Only people without contact for six weeks after regular contact, and not dismissed. */
      goingQuiet: z.stringbool().default(false),
    }),
    response: z.object({ people: z.array(contact), total: count }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/accounts/{accountId}/network': {
    summary: 'The strongest ties of an account between colleagues and people.',
    access: 'person',
    scope: 'people:read',
    cost: 'high',
    level: 'full',
    params: ofAccount,
    response: z.object({
      /** By name. */
      colleagues: z
        .array(z.object({ name: z.string(), email: z.string() }))
        .max(limits.networkColleagues),
      /** The strongest ties first. */
      people: z
        .array(z.object({ id, name: z.string(), address: z.string() }))
        .max(limits.networkPeople),
      /** By the positions in these lists. */
      ties: z
        .array(
          z.object({
            colleague: count,
            person: count,
            label: strengthLabel,
            /** Days in touch in the last 6 weeks, and the last one of all. */
            recentDays: count,
            lastDay: day,
          }),
        )
        .max(limits.networkColleagues * limits.networkPeople),
      /** The number of people, including those that are not listed. */
      total: count,
    }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/accounts/{accountId}/relationship': {
    summary: 'How strong the relationship with an account is; null until it has been computed.',
    access: 'person',
    scope: 'people:read',
    level: 'full',
    params: ofAccount,
    response: z.object({ relationship: accountRelationship.extend({ quietDismissal }).nullable() }),
    errors: ['NOT_FOUND'],
  },
  'PUT /api/accounts/{accountId}/quiet-dismissal': {
    summary: 'Dismisses an account that is going quiet until a day, or lists it again (null).',
    access: 'person',
    scope: 'people:write',
    level: 'full',
    params: ofAccount,
    body: z.object({ until: day.nullable() }),
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
  'GET /api/workspaces/{workspaceId}/quiet-people': {
    summary:
      'The people of a workspace who are going quiet and whom no one dismissed, each with an account; the latest first.',
    access: 'person',
    scope: 'people:read',
    cost: costOfList({}),
    level: 'full',
    params: z.object({ workspaceId: id }),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(limits.peoplePageSize).default(25),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    response: z.object({
      people: z.array(quietPerson),
      total: count,
    }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/workspaces/{workspaceId}/people': {
    summary:
      'The people of a workspace, except hidden ones, whose name or address contains each word. Without words, the people of the accounts that were active last. Those in touch last come first.',
    access: 'person',
    scope: 'people:read',
    cost: 'high',
    level: 'full',
    params: z.object({ workspaceId: id }),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(limits.foundPeople).default(limits.foundPeople),
      search,
      /**
       * A person, who is not found: those with the same name or local part of an address come first,
       * and without words only they are found.
       */
      like: id.optional(),
    }),
    response: z.object({ people: z.array(foundPerson).max(limits.foundPeople) }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/people/names': {
    summary:
      'The names of the members and people of a workspace to whom addresses belong. Addresses that belong to neither are left out.',
    access: 'person',
    scope: 'people:read',
    level: 'full',
    params: z.object({ workspaceId: id }),
    body: z.object({
      addresses: z.array(line(limits.emailLength)).min(1).max(limits.namedAddresses),
    }),
    response: z.object({ names: z.array(namedAddress).max(limits.namedAddresses) }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/workspaces/{workspaceId}/people/{personId}': {
    summary: 'A person of the accounts of a workspace; of a merged one, the person merged into.',
    access: 'person',
    scope: 'people:read',
    level: 'full',
    params: ofPerson,
    response: z.object({
      person: z.object({
        id,
        name: z.string(),
        addresses: z.array(z.string()).max(limits.addressesPerPerson),
        /** The addresses that a member merged with the others, and the name of that member. */
        merged: z
          .array(z.object({ address: z.string(), by: z.string() }))
          .max(limits.addressesPerPerson),
        accounts: z
          .array(z.object({ id, name: z.string(), contact }))
          .max(limits.accountsPerPerson),
      }),
    }),
    errors: ['NOT_FOUND'],
  },
  'GET /api/workspaces/{workspaceId}/people/{personId}/timeline': {
    summary:
      'The activities of all accounts of a workspace that a person took part in, newest first.',
    access: 'person',
    scope: 'activities:read',
    cost: costOfList({}),
    level: 'full',
    params: ofPerson,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(limits.peoplePageSize).default(25),
      before: timelinePosition.optional(),
      /** The email of a colleague: only what connects the two. */
      colleague: line(limits.emailLength).optional(),
    }),
    response: z.object({
      activities: z.array(activityItem.extend({ accountId: id, accountName: z.string() })),
      /** The value of `before` for the next older part; absent in the oldest. */
      before: timelinePosition.optional(),
    }),
    errors: ['NOT_FOUND'],
  },
  'PUT /api/workspaces/{workspaceId}/people/{personId}/visibility': {
    summary: 'Hides a person, shows one that a rule hides, or lets the rule decide again (null).',
    access: 'person',
    scope: 'people:write',
    level: 'full',
    params: ofPerson,
    body: z.object({ isHidden: z.boolean().nullable() }),
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
  'PUT /api/workspaces/{workspaceId}/people/{personId}/quiet-dismissal': {
    summary: 'Dismisses a person who is going quiet until a day, or lists them again (null).',
    access: 'person',
    scope: 'people:write',
    level: 'full',
    params: ofPerson,
    body: z.object({ until: day.nullable() }),
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/people/{personId}/merge': {
    summary: 'Merges another person into this one, with all addresses.',
    access: 'person',
    scope: 'people:write',
    level: 'full',
    params: ofPerson,
    body: z.object({ otherId: id }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
  },
  'POST /api/workspaces/{workspaceId}/people/{personId}/separate': {
    summary: 'Splits one of the addresses of a person off as a separate person again.',
    access: 'person',
    scope: 'people:write',
    level: 'full',
    params: ofPerson,
    body: z.object({ address: line(limits.nameLength * 2) }),
    response: z.object({
      /** The person with the remaining addresses: another id if this one was named after the address. */
      othersId: id,
    }),
    errors: ['NOT_FOUND'],
  },
});
