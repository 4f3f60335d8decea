import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, instant } from './fields.ts';
import { limits } from './limits.ts';

/** The hash of an account at a provider, in base64url. */
const linkId = z.string().regex(/^[\w-]{43}$/);

/** An account at a company's identity provider that is connected with a user here. */
export const companyLink = z.object({
  id: linkId,
  /** The name of the organization whose single sign-on it is. */
  organization: z.string(),
  issuer: z.string(),
  linkedAt: instant,
  /** Null for one that was never signed in with. */
  lastUsedAt: instant.nullable(),
  /** False while the connection is switched off or leads to another provider, or another company requires its own. */
  signsIn: z.boolean(),
  /** Whether a sign-in there can connect it again: the organization has verified the domain of the user's address. */
  reconnects: z.boolean(),
  /** Why it cannot be removed, and what to do first; null if it can. */
  whyKept: z.string().nullable(),
});
export type CompanyLink = z.infer<typeof companyLink>;

/** The company sign-ins of the signed-in user. No API key can call these. */
export const companyLinkEndpoints = defineEndpoints({
  'GET /api/auth/sso/links': {
    summary:
      "The accounts at companies' identity providers that are connected with the signed-in user, the newest first.",
    access: 'person',
    level: 'full',
    response: z.object({ items: z.array(companyLink).max(limits.companyLinks) }),
  },
  'DELETE /api/auth/sso/links/{id}': {
    summary:
      'Disconnects an account at a provider and ends the other sessions that it opened. CONFLICT for the last way in. The user is notified by email.',
    access: 'person',
    level: 'full',
    needsFreshProof: true,
    params: z.object({ id: linkId }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
});
