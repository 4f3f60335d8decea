import { z } from 'zod';
import { user } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { id, instant, mailOutcome, needed, neededPassword, neededText, role } from './fields.ts';
import { limits } from './limits.ts';

/** An invitation as the owners of its workspace see it: the address, not who has it. */
export const invitation = z.object({
  id,
  email: z.string(),
  role,
  state: z.enum(['pending', 'expired', 'declined']),
  /** The inviter's name at the time. */
  invitedBy: z.string(),
  /** When the last link was sent. */
  invitedAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof invitation>;

/** An invitation as its recipient sees it. */
export const openedInvitation = z.object({
  state: z.enum(['pending', 'expired', 'accepted', 'declined', 'withdrawn']),
  email: z.string(),
  role,
  invitedBy: z.string(),
  expiresAt: instant,
  workspace: z.object({
    name: z.string(),
    slug: z.string(),
    organization: z.object({ name: z.string(), slug: z.string() }),
  }),
  /**
   * Whether the address has an account that can be signed in to, `none` (or none with a password
   * yet), or one that an administrator deactivated. Null unless the invitation is pending.
   */
  account: z.enum(['active', 'none', 'inactive']).nullable(),
});
export type OpenedInvitation = z.infer<typeof openedInvitation>;

/** The token of the link; it is sent in the body, so that logged addresses do not contain it. */
const withToken = z.object({
  token: needed(z.string('must be text').max(200, 'must be at most 200 characters'), ''),
});
const ofWorkspace = z.object({ workspaceId: id });
const ofInvitation = z.object({ workspaceId: id, invitationId: id });

export const invitationEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/invitations': {
    summary: 'The open invitations of a workspace, newest first; for owners and administrators.',
    access: 'person',
    scope: 'administration:read',
    level: 'full',
    params: ofWorkspace,
    response: z.object({ items: z.array(invitation).max(limits.invitationsPerWorkspace) }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/invitations/{invitationId}/resend': {
    summary: `Sends another link, which works for ${limits.invitationDays} days and replaces the earlier one.`,
    access: 'person',
    level: 'full',
    params: ofInvitation,
    response: z.object({ invitation, mail: mailOutcome }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}': {
    summary: 'Withdraws an invitation; its link no longer works.',
    access: 'person',
    scope: 'administration:write',
    level: 'full',
    params: ofInvitation,
    response: z.object({}),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'POST /api/invitations/open': {
    summary: 'The invitation that a link belongs to.',
    access: 'public',
    level: 'full',
    body: withToken,
    response: z.object({ invitation: openedInvitation }),
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'POST /api/invitations/accept': {
    summary: 'Makes the signed-in user, who must have the invited address, a member.',
    access: 'person',
    level: 'full',
    body: withToken,
    response: z.object({}),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'LIMIT_REACHED'],
  },
  'POST /api/invitations/register': {
    summary: 'Creates the account of the invited address, makes it a member and signs it in.',
    access: 'public',
    level: 'full',
    body: withToken.extend({ name: neededText, password: neededPassword }),
    response: z.object({ token: z.string(), user }),
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'LIMIT_REACHED'],
  },
  'POST /api/invitations/decline': {
    summary: 'Declines an invitation.',
    access: 'public',
    level: 'full',
    body: withToken,
    response: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
});
