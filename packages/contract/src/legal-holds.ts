import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, instant } from './fields.ts';
import { limits } from './limits.ts';

const ofAccount = z.object({ workspaceId: id, accountId: id });

/** A legal hold of an account (docs/decisions/legal-hold.md). */
const legalHold = z.object({
  reason: z.string(),
  /** The name of the owner or administrator; null for the command line. */
  heldBy: z.string().nullable(),
  heldAt: instant,
});
export type LegalHold = z.infer<typeof legalHold>;

export const legalHoldEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/accounts/{accountId}/hold': {
    summary:
      'The legal hold of an account with its reason, for owners of the workspace and administrators; null without one.',
    access: 'person',
    level: 'full',
    params: ofAccount,
    response: z.object({ legalHold: legalHold.nullable() }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'PUT /api/workspaces/{workspaceId}/accounts/{accountId}/hold': {
    summary:
      'Puts an account under a legal hold, or changes the reason: retention and deletion leave its activities alone until the hold is lifted.',
    access: 'person',
    level: 'full',
    params: ofAccount,
    body: z.object({
      reason: z
        .string('must be a text')
        .max(
          limits.legalHoldReasonLength,
          `must be at most ${limits.legalHoldReasonLength} characters`,
        ),
    }),
    response: z.object({ legalHold }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'DELETE /api/workspaces/{workspaceId}/accounts/{accountId}/hold': {
    summary: 'Lifts the legal hold of an account. Retention then deletes what it left alone.',
    access: 'person',
    level: 'full',
    params: ofAccount,
    response: emptyObject,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
});
