import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { limits } from './limits.ts';

/** One kind of data that the server stores about the signed-in user. */
export const ownDataKind = z.object({
  id: z.string(),
  title: z.string(),
  whatFor: z.string(),
  /** For how long it is kept. */
  kept: z.string(),
  seenBy: z.object({
    /** Whether the user sees it. */
    user: z.boolean(),
    /** The other people who see it; null if no one does. */
    others: z.string().nullable(),
  }),
  /** Null where rows of the kind have no owner, or each user has one. */
  count: z
    .object({
      /** At most `limits.ownDataCounted`, which then means that many or more. */
      number: z.number().int(),
      /** The singular and the plural of its name. */
      unit: z.object({ one: z.string(), many: z.string() }),
    })
    .nullable(),
});
export type OwnDataKind = z.infer<typeof ownDataKind>;

/** The data that the server stores about the signed-in user. */
export const ownDataEndpoints = defineEndpoints({
  'GET /api/auth/own-data': {
    summary: 'What the server stores about the signed-in user: kinds of data, with counts.',
    access: 'person',
    cost: 'high',
    level: 'full',
    response: z.object({ kinds: z.array(ownDataKind).max(limits.ownDataKinds) }),
  },
  'GET /api/auth/own-data/export': {
    summary:
      'Everything that the server stores about the signed-in user, as a zip archive of lines of JSON; one export at a time.',
    access: 'person',
    cost: 'high',
    level: 'full',
    needsFreshProof: true,
    response: 'file',
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
});
