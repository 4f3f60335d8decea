import { z } from 'zod';
import { activityItem } from './activities.ts';
import { defineEndpoints } from './endpoint.ts';
import { costOfList } from './request-cost.ts';
import { day, emptyObject, id, line, timelinePosition } from './fields.ts';
import { limits } from './limits.ts';
import {
  strengthLabel,
  count,
  accountRelationship,
  quietDismissal,
  contact,
  quietPerson,
  foundPerson,
  namedAddress,
} from './relationships.ts';

const ofAccount = z.object({ accountId: id });
const ofPerson = z.object({ workspaceId: id, personId: id });

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
      /** The hidden ones instead: automated addresses, colleagues, and people hidden by hand. */
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
      /** The number of people, including unlisted ones. */
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
       * A person to exclude. People with the same name or local part of an address come first, and are the
       * only results without words.
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
