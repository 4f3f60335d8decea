import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { limits } from './limits.ts';

/**
 * The fate of a user's shared activities when they leave. `keep`: they stay. `reassign`: they stay, and the
 * user's accounts move to a successor. `redact`: only the fact that each activity happened stays. `erase`:
 * everything is deleted.
 */
export const leavingChoices = ['keep', 'reassign', 'redact', 'erase'] as const;
export const leavingChoice = z.enum(leavingChoices);
export type LeavingChoice = z.infer<typeof leavingChoice>;

const someone = z.object({ id, name: z.string() });

/** A user who leaves, until it ends or they come back. */
export const handOver = z.object({
  user: someone.extend({ email: z.string() }),
  /** The one workspace that they leave; null for all, from which an administrator brings them back. */
  workspaceId: id.nullable(),
  choice: leavingChoice,
  successor: someone.nullable(),
  /** The name of who began it. */
  begunBy: z.string(),
  begunAt: instant,
  /** The user can come back until then. Their data is deleted afterwards. */
  endsAt: instant,
  /** `returning` while their shares come back, `ending` while their data is deleted. */
  state: z.enum(['leaving', 'returning', 'ending']),
});
export type HandOver = z.infer<typeof handOver>;

const count = z.number().int();

/** The effects of each choice in one workspace. */
export const leftWorkspace = z.object({
  workspace: z.object({ id, name: z.string() }),
  /** Domains that they share there. */
  domains: count,
  /** Accounts with activities of theirs. */
  accounts: count,
  /** Accounts of these with activities of no one else. */
  onlyTheirs: count,
  /** The names of some of them. */
  onlyTheirsNames: z.array(z.string()).max(limits.leavingNames),
  activities: count,
  /** Contacts whom no one else there is in touch with. */
  contacts: count,
  ownedAccounts: count,
  /** Whether they are its only owner, so that they cannot leave. */
  isLastOwner: z.boolean(),
});
export type LeftWorkspace = z.infer<typeof leftWorkspace>;

/** A dry run. Numbers count no further than `limits.leavingCounted`. */
export const leavingPlan = z.object({
  /** The first `limits.leavingWorkspaces` of the workspaces that they leave. */
  workspaces: z.array(leftWorkspace).max(limits.leavingWorkspaces),
  workspaceCount: count,
  /** Emails, meetings and calls that only they see; null when they leave one workspace and keep these. */
  privateActivities: count.nullable(),
  /** Active members of all these workspaces. */
  successors: z.array(someone).max(limits.leavingSuccessors),
});
export type LeavingPlan = z.infer<typeof leavingPlan>;

const body = z.object({
  choice: leavingChoice,
  /** The successor; only with `reassign`. */
  successorId: id.nullable().default(null),
});
const begun = z.object({ handOver });
const returned = z.object({
  /** Shares that are still to come back. */
  sharesLeft: count,
});
const ofUser = z.object({ id });
const ofMember = z.object({ workspaceId: id, userId: id });

export const handOverEndpoints = defineEndpoints({
  'GET /api/admin/users/{id}/hand-over': {
    summary: 'Whether a user is leaving, and what handing them over would do in all workspaces.',
    access: 'admin',
    cost: 'high',
    level: 'full',
    params: ofUser,
    response: z.object({ handOver: handOver.nullable(), plan: leavingPlan }),
    errors: ['NOT_FOUND'],
  },
  'POST /api/admin/users/{id}/hand-over': {
    summary: `Deactivates a user who leaves, deletes their credentials, and does with what they shared what \`choice\` says. For ${limits.leavingDays} days they can come back.`,
    access: 'admin',
    cost: 'high',
    level: 'full',
    needsFreshProof: true,
    params: ofUser,
    body,
    response: begun,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  },
  'DELETE /api/admin/users/{id}/hand-over': {
    summary: 'Brings a leaving user back, with their workspaces and shares.',
    access: 'admin',
    cost: 'high',
    level: 'full',
    params: ofUser,
    response: returned,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/workspaces/{workspaceId}/hand-overs': {
    summary: 'The members who are leaving a workspace, for its owners and administrators.',
    access: 'person',
    level: 'full',
    params: z.object({ workspaceId: id }),
    response: z.object({ items: z.array(handOver).max(limits.leavingListed) }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'GET /api/workspaces/{workspaceId}/members/{userId}/hand-over': {
    summary: 'What handing a member over would do in the workspace.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: ofMember,
    response: z.object({ plan: leavingPlan }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/members/{userId}/hand-over': {
    summary: `Ends a membership and does with what the member shared what \`choice\` says. For ${limits.leavingDays} days they can come back.`,
    access: 'person',
    cost: 'high',
    level: 'full',
    needsFreshProof: true,
    params: ofMember,
    body,
    response: begun,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over': {
    summary: 'Brings a leaving member back, with their shares.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: ofMember,
    response: returned,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'LIMIT_REACHED'],
  },
});
