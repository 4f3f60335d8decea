import { z } from 'zod';
import { user } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  confirmingPassword,
  emptyObject,
  id,
  instant,
  neededPassword,
  neededText,
} from './fields.ts';
import { limits } from './limits.ts';
import { signInMethods } from './sign-in-factors.ts';

/** A device or browser on which a user is signed in. */
export const session = z.object({
  id,
  /**
   * The browser and the system in words: 'Firefox on Windows'. Null for a session that started before this
   * was stored, and for a client that does not identify itself.
   */
  device: z.string().nullable(),
  /** The network address of the sign-in; null for a session that started before it was stored. */
  address: z.string().nullable(),
  /** How it was opened. */
  openedWith: z.enum(signInMethods),
  signedInAt: instant,
  /** To the hour. */
  lastUsedAt: instant,
  /** Whether this is the session of the request. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** The endpoints for the signed-in user's own account. */
export const ownSettingsEndpoints = defineEndpoints({
  'PUT /api/auth/me': {
    summary: "Changes the signed-in user's name, everywhere it is shown.",
    access: 'person',
    level: 'full',
    body: z.object({ name: neededText }),
    response: z.object({ user }),
  },
  'POST /api/auth/change-password': {
    summary:
      "Changes the signed-in user's password and ends every other session and pending reset link. The user is notified by email.",
    access: 'person',
    level: 'full',
    needsFreshProof: 'of-factor',
    body: z.object({ currentPassword: confirmingPassword, password: neededPassword }),
    response: emptyObject,
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
  'GET /api/auth/sessions': {
    summary: "The signed-in user's sessions, this one first, then the last used first.",
    access: 'person',
    level: 'full',
    response: z.object({ items: z.array(session).max(limits.sessionsPerUser) }),
  },
  'DELETE /api/auth/sessions/{id}': {
    summary: "Ends one of the signed-in user's sessions.",
    access: 'person',
    level: 'full',
    params: z.object({ id }),
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
  'POST /api/auth/sessions/end-others': {
    summary: 'Ends all sessions of the signed-in user but this one; returns how many.',
    access: 'person',
    level: 'full',
    response: z.object({ ended: z.number().int() }),
  },
});
