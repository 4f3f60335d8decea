import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { id, instant, neededPassword, neededText, role, typedText } from './fields.ts';
import { timeZoneName } from './notifications.ts';

/** A user as they and the administrators see them. */
export const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  /** Excluded from analytics. */
  isTest: z.boolean(),
  isActive: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  organizations: z.array(z.object({ name: z.string() })),
  workspaces: z.array(
    z.object({ id, name: z.string(), organizationName: z.string(), role, joinedAt: instant }),
  ),
});
export type User = z.infer<typeof user>;

export const authEndpoints = defineEndpoints({
  'POST /api/auth/login': {
    summary: 'Signs a user in and starts a session.',
    access: 'public',
    level: 'specification',
    body: z.object({
      email: neededText,
      password: neededPassword,
      timeZone: timeZoneName.catch(undefined),
    }),
    extras: ['timeZone'],
    response: z.object({ token: z.string(), user }),
    errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  },
  'POST /api/auth/logout': {
    summary: 'Ends the session whose token is sent; has the same response without one.',
    access: 'public',
    level: 'specification',
    response: z.object({
      /** Leads to the sign-out page of the company that had opened the session, by `GET /api/auth/sso/sign-out`. */
      signOutToken: z.string().optional(),
    }),
    responseExtras: ['signOutToken'],
  },
  'POST /api/auth/request-password-reset': {
    summary:
      'Sends a reset link, if an active user has the address. The response is the same if not.',
    access: 'public',
    level: 'specification',
    body: z.object({ email: neededText }),
    response: z.object({ message: z.string() }),
    errors: ['RATE_LIMITED'],
  },
  'POST /api/auth/reset-password': {
    summary: 'Sets a new password with the token of a reset link and ends every session.',
    access: 'public',
    level: 'specification',
    body: z.object({ token: neededText, password: neededPassword }),
    response: z.object({ message: z.string() }),
    errors: ['RATE_LIMITED'],
  },
  'POST /api/auth/reset-password/check': {
    summary: 'Whether the token of a reset link can still be used. Uses nothing up.',
    access: 'public',
    level: 'full',
    body: z.object({ token: typedText.default('') }),
    response: z.object({ isUsable: z.boolean() }),
    errors: ['RATE_LIMITED'],
  },
  'GET /api/auth/me': {
    summary: 'The signed-in user.',
    access: 'person',
    level: 'specification',
    worksWithoutFactor: true,
    response: z.object({ user }),
  },
});
