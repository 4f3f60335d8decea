import { z } from 'zod';
import { adminOrganization } from './admin.ts';
import { defineEndpoints } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { limits } from './limits.ts';

const days = `must be a whole number from 0 to ${limits.secondFactorGraceDays}`;

const rule = z.object({
  isRequired: z.boolean('must be true or false'),
  /** The days until then, in which users can set one up. */
  graceDays: z
    .number(days)
    .int(days)
    .min(0, days)
    .max(limits.secondFactorGraceDays, days)
    .default(0),
});

const ofAdministrators = z.object({
  /** From when administrators need a second factor; null if they do not. */
  secondFactorFrom: instant.nullable(),
});

/** For whom a second factor is required. */
export const secondFactorRuleEndpoints = defineEndpoints({
  'PUT /api/admin/organizations/{id}/second-factor': {
    summary: 'Requires a second factor of the members of an organization, or no longer.',
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    params: z.object({ id }),
    body: rule,
    response: z.object({ organization: adminOrganization }),
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'GET /api/admin/second-factor': {
    summary: 'Whether administrators need a second factor.',
    access: 'admin',
    level: 'full',
    response: ofAdministrators,
  },
  'PUT /api/admin/second-factor': {
    summary: 'Requires a second factor of administrators, or no longer.',
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    body: rule,
    response: ofAdministrators,
    errors: ['RATE_LIMITED'],
  },
});
