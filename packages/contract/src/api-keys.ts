import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { confirmingPassword, emptyObject, id, instant, needed, neededText } from './fields.ts';
import { limits } from './limits.ts';
import { type Scope, scopeNames } from './scopes.ts';

const scope = z.enum(scopeNames as [Scope, ...Scope[]]);

/** A personal API key, without the secret (docs/decisions/api-keys.md). */
export const apiKey = z.object({
  id,
  name: z.string(),
  /** The first characters of the key, to recognize it by. */
  start: z.string(),
  scopes: z.array(scope).max(scopeNames.length),
  createdAt: instant,
  expiresAt: instant,
  /** To the minute; null before the first use. */
  lastUsedAt: instant.nullable(),
  /** The network address of that use. */
  lastUsedFrom: z.string().nullable(),
  /** When its user revoked it, or lost it with their password or access. */
  revokedAt: instant.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

const days = `must be a whole number from 1 to ${limits.maximumApiKeyDays}`;

/** The endpoints for the signed-in user's API keys. No key can call them. */
export const apiKeyEndpoints = defineEndpoints({
  'GET /api/auth/api-keys': {
    summary:
      "The signed-in user's API keys: those that work, the newest first, then those that ended lately.",
    access: 'person',
    level: 'full',
    response: z.object({
      items: z.array(apiKey).max(limits.apiKeysPerUser + limits.endedApiKeys),
    }),
  },
  'POST /api/auth/api-keys': {
    summary:
      'Creates an API key, which is returned once. Requires the current password, or of a user without one a fresh proof. The user is notified by email.',
    access: 'person',
    level: 'full',
    needsFreshProof: 'of-factor',
    body: z.object({
      name: neededText,
      scopes: needed(z.array(scope).max(scopeNames.length), []),
      expiresInDays: z
        .number(days)
        .int(days)
        .min(1, days)
        .max(limits.maximumApiKeyDays, days)
        .default(limits.apiKeyDays),
      currentPassword: confirmingPassword,
    }),
    response: z.object({
      apiKey,
      key: z.string(),
    }),
    errors: ['LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'DELETE /api/auth/api-keys/{id}': {
    summary: "Revokes one of the signed-in user's API keys, at once and for good.",
    access: 'person',
    level: 'full',
    params: z.object({ id }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
});
