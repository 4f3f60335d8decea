import { z } from 'zod';
import { activityItem, activityType } from './activities.ts';
import { person } from './account-list.ts';
import { defineEndpoints } from './endpoint.ts';
import { errorCodes } from './error.ts';
import { id, instant, shareLevel, timelinePosition, typedText } from './fields.ts';
import { limits } from './limits.ts';

const ofWorkspace = z.object({ workspaceId: id });
const named = z.object({ id, name: z.string() });

/** The preview of sharing one of the user's domains with a workspace. */
export const plannedShare = z.object({
  domainId: id,
  /** The displayed name: Unicode, not punycode. */
  domain: z.string(),
  /** The account of the workspace for the domain; null when sharing creates it. */
  account: named.nullable(),
  /** A name for the account that sharing creates. */
  suggestedName: z.string(),
  /** The workspace that the domain is shared with now. */
  sharedWith: named.nullable(),
});
export type PlannedShare = z.infer<typeof plannedShare>;

export const shareResult = z.object({
  domainId: id,
  /** The account that the domain is shared with; absent when it was not shared. */
  account: named.optional(),
  /** The reason why the domain was not shared, for users. */
  problem: z.object({ code: z.enum(errorCodes), message: z.string() }).optional(),
});
export type ShareResult = z.infer<typeof shareResult>;

export const levelResult = z.object({
  domainId: id,
  /** The level from now on; absent when it could not be changed. */
  level: shareLevel.optional(),
  /** The reason why it was not changed, for users. */
  problem: z.object({ code: z.enum(errorCodes), message: z.string() }).optional(),
});
export type LevelResult = z.infer<typeof levelResult>;

/** Why colleagues do not see an activity of a shared domain, or see less of it than the domain's level says. */
export const withheldReason = z.enum([
  /** Its owner keeps the conversation private, or the sender of an email marked it as private. */
  'private-conversation',
  /** The calendar marks the meeting as private, and its owner has not shared it. */
  'private-meeting',
  /** An address in the conversation is protected. */
  'protected-address',
  /** Only hidden recipients (Bcc) belong to the domain. */
  'hidden-recipient',
  // Older than the workspace keeps it.
  'workspace-retention',
  /** The workspace leaves the text to those who took part. */
  'participants-only',
  /** The user's mailbox captures no text. */
  'text-not-captured',
]);
export type WithheldReason = z.infer<typeof withheldReason>;

/** An activity of the user, and what colleagues see of it. */
export const comparedActivity = z.object({
  /** Of the captured activity. */
  id,
  type: activityType,
  title: z.string(),
  occurredAt: instant,
  isAllDay: z.boolean().optional(),
  /** As any colleague reads it in the account; null if it is not there. */
  shown: activityItem.nullable(),
  /** Whether it is there because a colleague shares their copy, and not because of the user. */
  isByColleague: z.boolean(),
  reason: withheldReason.optional(),
});
export type ComparedActivity = z.infer<typeof comparedActivity>;

export const shareEndpoints = defineEndpoints({
  'GET /api/accounts/domains/{id}/as-colleagues-see': {
    summary:
      "What colleagues see of one of the user's shared domains: who they are, the level, how much is withheld, and the user's activities, newest first, each beside what the account shows of it.",
    access: 'person',
    cost: 'high',
    level: 'full',
    params: z.object({ id }),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(limits.comparedActivities).optional(),
      /** `before` of the previous page. */
      before: timelinePosition.optional(),
    }),
    response: z.object({
      /** The displayed name: Unicode, not punycode. */
      domain: z.string(),
      workspace: named,
      account: named,
      level: shareLevel,
      /** Whether activities are still being stored at this level; no one sees more than it meanwhile. */
      isChanging: z.boolean(),
      /** Whether the workspace leaves texts to those who took part; absent if not. */
      participantsOnly: z.boolean().optional(),
      /** The other members of the workspace. All of them see the same. */
      colleagues: z.object({
        total: z.number().int(),
        /** The first ones, by name. */
        first: z.array(person).max(limits.colleaguesNamed),
      }),
      /** Captured activities of the domain that the user's own choices hide from colleagues. */
      withheld: z.object({
        privateConversations: z.number().int(),
        privateMeetings: z.number().int(),
      }),
      activities: z.array(comparedActivity).max(limits.comparedActivities),
      /** The position of the next page, if there is one. */
      before: timelinePosition.optional(),
    }),
    errors: ['NOT_FOUND'],
  },
  'PUT /api/accounts/domains/level': {
    summary:
      "Changes how much of the user's shared domains colleagues see. A lower level holds for every reader when the response arrives. Responds after some seconds with the results so far: send the domains without a result again.",
    access: 'person',
    scope: 'domains:write',
    cost: 'high',
    level: 'full',
    body: z.object({
      domainIds: z.array(id).min(1).max(limits.domainsPerShare),
      level: shareLevel,
    }),
    response: z.object({ results: z.array(levelResult).max(limits.domainsPerShare) }),
  },
  'POST /api/workspaces/{workspaceId}/shares/preview': {
    summary:
      "What sharing several of the user's domains with a workspace would do; changes nothing.",
    access: 'person',
    scope: 'domains:read',
    level: 'full',
    params: ofWorkspace,
    body: z.object({ domainIds: z.array(id).min(1).max(limits.domainsPerSharePreview) }),
    response: z.object({
      /** In the order of the request; without domains that the user does not track. */
      domains: z.array(plannedShare).max(limits.domainsPerSharePreview),
    }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/shares': {
    summary:
      "Shares several of the user's domains with a workspace, one after the other, and creates the accounts that are missing. Responds after some seconds with the results so far: send the domains without a result again.",
    access: 'person',
    scope: 'domains:write',
    cost: 'high',
    level: 'full',
    params: ofWorkspace,
    body: z.object({
      domains: z
        .array(
          z.object({
            domainId: id,
            /** The name of the account, if it has to be created. */
            name: typedText,
          }),
        )
        .min(1)
        .max(limits.domainsPerShare),
      /** How much of them colleagues see; the default of the workspace if absent. */
      level: shareLevel.optional(),
    }),
    response: z.object({ results: z.array(shareResult).max(limits.domainsPerShare) }),
    errors: ['NOT_FOUND'],
  },
});
