import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { costOfList } from './request-cost.ts';
import { invitation } from './invitations.ts';
import {
  id,
  instant,
  mailOutcome,
  paged,
  pageQuery,
  role,
  shareLevel,
  typedText,
} from './fields.ts';
import { defaultView } from './saved-views.ts';

/** The time zones of a workspace; of a full server. */
const workspaceTimeZone = z.object({
  /** The IANA time zone in which the days of the workspace begin and end. */
  timeZone: z.string(),
  /** The newly chosen zone, while the days are still moved to it in the background. */
  nextTimeZone: z.string().nullable(),
});
export type WorkspaceTimeZone = z.infer<typeof workspaceTimeZone>;

/** The levels that a workspace chooses for its shares (docs/decisions/share-levels.md). */
export const workspaceShareLevels = z.object({
  /** The level of a new share that names none. */
  default: shareLevel,
  /** The level that the workspace asks its members for at least. They may share less. */
  least: shareLevel,
  /**
   * Whether texts are for the members who took part in the conversation (docs/decisions/participants-only.md).
   * A request without it leaves it as it is.
   */
  participantsOnly: z.boolean().optional(),
});
export type WorkspaceShareLevels = z.infer<typeof workspaceShareLevels>;

/** The assistants that can read a workspace (docs/decisions/assistants.md), those of all members at first. */
const workspaceAssistants = z.object({ assistants: z.enum(['members', 'owners', 'none']) });
export type WorkspaceAssistants = z.infer<typeof workspaceAssistants>;

/** A workspace as listed for the signed-in user, in the order of joining. */
export const workspace = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  role,
  organization: z.object({ id, name: z.string(), slug: z.string() }),
  /** Whether to offer the getting-started steps; of a full server. */
  gettingStarted: z.boolean().optional(),
  /** The view that the grid opens with for the user; of a full server. */
  defaultView: defaultView.nullable().optional(),
  /** Of a full server. */
  shareLevels: workspaceShareLevels.optional(),
  /** Of a full server. */
  ...workspaceAssistants.partial().shape,
  ...workspaceTimeZone.partial().shape,
});
export type Workspace = z.infer<typeof workspace>;

/**
 * `invited` are members who have not chosen a password yet; `inactive` were deactivated by an
 * administrator.
 */
export const memberState = z.enum(['active', 'invited', 'inactive']);

export const member = z.object({
  userId: id,
  name: z.string(),
  email: z.string(),
  role,
  state: memberState,
  /** Whether they administrate the whole server (`isAdmin`). */
  isAdministrator: z.boolean(),
  joinedAt: instant,
  /** The number of their domains that they share with the workspace. */
  sharedDomains: z.number().int(),
});
export type Member = z.infer<typeof member>;

const ofWorkspace = z.object({ workspaceId: id });
const ofMember = z.object({ workspaceId: id, userId: id });

export const workspaceEndpoints = defineEndpoints({
  'GET /api/workspaces': {
    summary: 'The workspaces of the signed-in user, in the order of joining.',
    access: 'person',
    scope: 'workspaces:read',
    level: 'specification',
    response: z.object({ items: z.array(workspace) }),
  },
  'PUT /api/workspaces/{workspaceId}/time-zone': {
    summary:
      'Changes the time zone of a workspace. Its days are moved in the background; until then they stay those of the former one.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: ofWorkspace,
    body: z.object({ timeZone: typedText }),
    response: workspaceTimeZone,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'PUT /api/workspaces/{workspaceId}/share-levels': {
    summary:
      'Changes the level of new shares with a workspace that name none, and the level that it asks its members for at least. Existing shares stay as they are.',
    access: 'person',
    level: 'full',
    params: ofWorkspace,
    body: workspaceShareLevels,
    response: workspaceShareLevels,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'PUT /api/workspaces/{workspaceId}/assistants': {
    summary:
      'Chooses whose assistants can read a workspace: those of all members, of its owners alone, or none. It counts from the next call of an assistant on. Other software with an API key is not affected.',
    access: 'person',
    level: 'full',
    params: ofWorkspace,
    body: workspaceAssistants,
    response: workspaceAssistants,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'GET /api/workspaces/{workspaceId}/members': {
    summary: 'The members of a workspace, for its members and for administrators.',
    access: 'person',
    scope: 'workspaces:read',
    cost: costOfList({ filters: ['search'] }),
    level: 'full',
    params: ofWorkspace,
    query: pageQuery,
    response: paged(member).extend({
      /** Whether the caller may change who is a member, as owner or administrator. */
      canManage: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/members': {
    summary:
      'Invites an email address; a user whom the caller already sees in the organization is added at once.',
    access: 'person',
    scope: 'administration:write',
    level: 'full',
    params: ofWorkspace,
    body: z.object({ email: typedText, role: role.default('member') }),
    response: z.object({
      /** The member, if added immediately; null when the address was invited. */
      member: member.nullable(),
      /** Null when the user was added at once. Does not reveal whether a user has the address. */
      invitation: invitation.nullable(),
      mail: mailOutcome,
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'LIMIT_REACHED'],
  },
  'PUT /api/workspaces/{workspaceId}/members/{userId}': {
    summary: "Changes a member's role.",
    access: 'person',
    level: 'full',
    params: ofMember,
    body: z.object({ role }),
    response: z.object({ member }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'DELETE /api/workspaces/{workspaceId}/members/{userId}': {
    summary: 'Removes a member and takes what they shared out of the workspace.',
    access: 'person',
    scope: 'administration:write',
    cost: 'high',
    level: 'full',
    params: ofMember,
    response: z.object({
      /** The number of domains that they had shared there. */
      sharesEnded: z.number().int(),
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'POST /api/workspaces/{workspaceId}/members/{userId}/invitation': {
    summary: 'Sends another set-password link to a member who has not chosen a password yet.',
    access: 'person',
    level: 'full',
    params: ofMember,
    response: z.object({ mail: mailOutcome }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
});
