import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, instant, typedText } from './fields.ts';
import { limits } from './limits.ts';

/** An address or a domain whose conversations the user shares less of than the shares of domains say. */
export const protectedAddress = z.object({
  /** In lower case and without a tag; a domain has no `@`. */
  address: z.string(),
  /** The level at which colleagues see its conversations: nothing, or at most activity. */
  shares: z.enum(['nothing', 'activity']),
  addedAt: instant,
  /** The emails, meetings and calls of these conversations that are captured. */
  activityCount: z.number().int(),
});
export type ProtectedAddress = z.infer<typeof protectedAddress>;

/** An address that a workspace protects for everyone who shares with it. */
export const workspaceProtectedAddress = protectedAddress.omit({ activityCount: true });
export type WorkspaceProtectedAddress = z.infer<typeof workspaceProtectedAddress>;

const ofWorkspace = z.object({ workspaceId: id });
const protectedByWorkspace = z.object({
  addresses: z.array(workspaceProtectedAddress).max(limits.protectedAddresses),
  /** Whether conversations of some members are still to be compared with them. */
  isPending: z.boolean(),
});

export const protectedAddressEndpoints = defineEndpoints({
  'GET /api/protected-addresses': {
    summary: 'The addresses and domains that the user protects, the one that was added last first.',
    access: 'person',
    cost: 'high',
    level: 'full',
    response: z.object({
      addresses: z.array(protectedAddress).max(limits.protectedAddresses),
    }),
  },
  'PUT /api/protected-addresses': {
    summary:
      "Protects an address or a domain, or changes its protection: of the user's copies of conversations in which it takes part, now and later, colleagues see nothing, or at most the level activity.",
    access: 'person',
    cost: 'high',
    level: 'full',
    body: z.object({ address: typedText, shares: z.enum(['nothing', 'activity']) }),
    response: z.object({ protected: protectedAddress }),
    errors: ['LIMIT_REACHED', 'CONFLICT'],
  },
  'DELETE /api/protected-addresses/{address}': {
    summary:
      'Ends a protection: its conversations are shared again as the shares of their domains say.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: z.object({ address: typedText }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  'GET /api/workspaces/{workspaceId}/protected-addresses': {
    summary:
      'The addresses and domains that a workspace protects, the one that was added last first. For its members and administrators.',
    access: 'person',
    level: 'full',
    params: ofWorkspace,
    response: protectedByWorkspace,
    errors: ['NOT_FOUND'],
  },
  'PUT /api/workspaces/{workspaceId}/protected-addresses': {
    summary:
      'Protects an address or a domain for everyone who shares with a workspace, or changes its protection: of conversations in which it takes part, members show nothing there, or at most the level activity.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: ofWorkspace,
    body: z.object({ address: typedText, shares: z.enum(['nothing', 'activity']) }),
    response: protectedByWorkspace,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}': {
    summary: 'Ends that a workspace protects an address or a domain.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: ofWorkspace.extend({ address: typedText }),
    response: protectedByWorkspace,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
});
