import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, instant, typedText } from './fields.ts';
import { limits } from './limits.ts';

/** An address or a domain whose conversations the user shares less of than the shares of domains say. */
export const protectedAddress = z.object({
  /** In lower case and without a tag; a domain has no `@`. */
  address: z.string(),
  /** What colleagues see of conversations in which it takes part: nothing, or at most the level activity. */
  shares: z.enum(['nothing', 'activity']),
  addedAt: instant,
  /** The emails, meetings and calls of these conversations that are captured. */
  activityCount: z.number().int(),
});
export type ProtectedAddress = z.infer<typeof protectedAddress>;

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
    errors: ['LIMIT_REACHED'],
  },
  'DELETE /api/protected-addresses/{address}': {
    summary:
      'Ends a protection: its conversations are shared again as the shares of their domains say.',
    access: 'person',
    cost: 'high',
    level: 'full',
    params: z.object({ address: typedText }),
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
});
