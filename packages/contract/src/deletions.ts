import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { confirmingPassword, id, instant, needed } from './fields.ts';
import { leftWorkspace } from './hand-overs.ts';
import { limits } from './limits.ts';

const count = z.number().int();

/**
 * Counts of the data that deleting a user would delete. Numbers count no further than
 * `limits.leavingCounted`.
 */
export const deletionPlan = z.object({
  /** The first `limits.leavingWorkspaces` of the workspaces from which the user goes. */
  workspaces: z.array(leftWorkspace).max(limits.leavingWorkspaces),
  workspaceCount: count,
  /** Whether the user's account goes, too. Otherwise the user keeps it, with what only they see. */
  deletesAccount: z.boolean(),
  /** Emails, meetings and calls that only the user sees; null if they keep these. */
  privateActivities: count.nullable(),
  /** Connected mailboxes, calendars and calls that end; null if the user keeps them. */
  connections: count.nullable(),
  /** Whether no other administrator is active, so that the account stays. */
  isLastAdministrator: z.boolean(),
});
export type DeletionPlan = z.infer<typeof deletionPlan>;

const begun = z.object({
  deletesAccount: z.boolean(),
  /** Until then the user can come back; null where everything is deleted at once. */
  endsAt: instant.nullable(),
});
export type BegunDeletion = z.infer<typeof begun>;

const email = needed(
  z
    .string('must be text')
    .max(limits.emailLength, `must be at most ${limits.emailLength} characters`),
  '',
);
const confirmed = z.object({ email });
const ofUser = z.object({ id });
const ofMember = z.object({ workspaceId: id, userId: id });

export const deletionEndpoints = defineEndpoints({
  'GET /api/auth/deletion': {
    summary: "What deleting the signed-in user's account would delete.",
    access: 'person',
    cost: 'high',
    level: 'full',
    response: z.object({ plan: deletionPlan }),
  },
  'POST /api/auth/deletion': {
    summary: `Deletes the signed-in user's account: what signs in and what is shared at once, the rest after ${limits.leavingDays} days, in which they can come back by the link in a mail, or at once.`,
    access: 'person',
    cost: 'high',
    level: 'full',
    needsFreshProof: 'of-factor',
    body: z.object({
      email,
      currentPassword: confirmingPassword,
      /** Whether nothing waits for these days. It cannot be undone. */
      isImmediate: z.boolean('must be true or false').default(false),
    }),
    response: begun,
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
  'GET /api/admin/users/{id}/deletion': {
    summary: 'What deleting a user would delete.',
    access: 'admin',
    cost: 'high',
    level: 'full',
    params: ofUser,
    response: z.object({ plan: deletionPlan }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/admin/users/{id}/deletion': {
    summary: `Deletes a user: what signs in and what is shared at once, the rest after ${limits.leavingDays} days, in which an administrator can bring them back.`,
    access: 'admin',
    cost: 'high',
    level: 'full',
    needsFreshProof: true,
    params: ofUser,
    body: confirmed,
    response: begun,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/workspaces/{workspaceId}/members/{userId}/deletion': {
    summary:
      'What deleting a member would delete in the workspaces of the organization that the caller owns.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: ofMember,
    response: z.object({ plan: deletionPlan }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/members/{userId}/deletion': {
    summary: `Deletes a member from the workspaces of the organization that the caller owns, and their account if they have nothing else. For ${limits.leavingDays} days they can come back.`,
    access: 'person',
    cost: 'high',
    level: 'full',
    needsFreshProof: true,
    params: ofMember,
    body: confirmed,
    response: begun,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
});
