import { z } from 'zod';
import { user } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, instant, needed } from './fields.ts';
import { limits } from './limits.ts';
import { timeZoneName } from './notifications.ts';
import { passkey, passkeyAnswer } from './passkeys.ts';

/** How a session was opened. */
export const signInMethods = [
  'password',
  'password-and-code',
  'password-and-recovery-code',
  'password-and-passkey',
  'passkey',
  'single-sign-on',
] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** The second steps that are open to a user who has entered the right password. */
export const secondSteps = ['passkey', 'code', 'recovery-code'] as const;
export type SecondStep = (typeof secondSteps)[number];

/**
 * The `details` of `SECOND_FACTOR_REQUIRED`: the password was right, and a second factor finishes the sign-in.
 */
export const pendingSignIn = z.object({
  /** Represents the right password, once and for a few minutes. */
  pendingToken: z.string(),
  steps: z.array(z.enum(secondSteps)).max(secondSteps.length),
});
export type PendingSignIn = z.infer<typeof pendingSignIn>;

const short = (limit: number) =>
  z.string('must be text').max(limit, `must be at most ${limit} characters`);

const sealed = needed(short(limits.pendingTokenLength), '');
const code = short(limits.signInCodeLength);

/** A code of an authenticator app, a recovery code, or a passkey. */
const secondStep = {
  code: code.optional(),
  recoveryCode: code.optional(),
  passkey: passkeyAnswer.optional(),
};

/** The secret of an authenticator app before it is confirmed. It is stored by the confirmation. */
const newApp = z.object({
  /** The secret in base 32, for typing it into an app. */
  key: z.string(),
  /** The key as an `otpauth:` address, for a QR code. */
  address: z.string(),
  /** Contains the secret, encrypted, for the confirmation. */
  setUpToken: z.string(),
});

const recoveryCodes = z.array(z.string()).max(limits.recoveryCodes);

const signedIn = z.object({ token: z.string(), user });

/** The second factors of a user, and what finishes a sign-in with them. No API key can call these. */
export const signInFactorEndpoints = defineEndpoints({
  'POST /api/auth/login/second-factor': {
    summary:
      'Finishes a sign-in that was refused with SECOND_FACTOR_REQUIRED, by a code of an authenticator app, a recovery code or a passkey.',
    access: 'public',
    level: 'full',
    body: z.object({
      pendingToken: sealed,
      ...secondStep,
      timeZone: timeZoneName.catch(undefined),
    }),
    response: signedIn,
    errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  },
  'POST /api/auth/proof': {
    summary:
      'Proves again who uses the session, by a code, a recovery code or a passkey, or by the password of a user without a second factor. For ten minutes the session can then call what needs a fresh proof.',
    access: 'person',
    level: 'full',
    worksWithoutFactor: true,
    body: z.object({
      password: short(limits.maximumPasswordLength)
        .optional()
        .meta({ description: 'Of a user without a second factor.' }),
      ...secondStep,
    }),
    response: emptyObject,
    errors: ['RATE_LIMITED'],
  },
  'GET /api/auth/factors': {
    summary: "The signed-in user's second factors, and how many recovery codes are left.",
    access: 'person',
    level: 'full',
    worksWithoutFactor: true,
    response: z.object({
      /** Null when none is set up. */
      authenticatorApp: z.object({ addedAt: instant, lastUsedAt: instant.nullable() }).nullable(),
      recoveryCodesLeft: z.number().int(),
      passkeys: z.array(passkey).max(limits.passkeysPerUser),
      /** Whether the address of the server allows passkeys. */
      offersPasskeys: z.boolean(),
      /** A user without one has an empty `currentPassword` for what asks for it, and proves by signing in again. */
      hasPassword: z.boolean(),
      /** The company whose sign-in opened the session and proves it again, of a user without a factor. */
      company: z.object({ name: z.string(), slug: z.string() }).nullable(),
      /** From when a second factor is required of the user; null if it is not. */
      requiredFrom: instant.nullable(),
    }),
  },
  'POST /api/auth/factors/authenticator-app': {
    summary: 'Begins to set up an authenticator app. Nothing changes before it is confirmed.',
    access: 'person',
    level: 'full',
    worksWithoutFactor: true,
    needsFreshProof: true,
    response: newApp,
  },
  'PUT /api/auth/factors/authenticator-app': {
    summary:
      'Confirms an authenticator app by one of its codes; it replaces the one before. If it is the first factor, returns recovery codes, once, and ends the other sessions. The user is notified by email.',
    access: 'person',
    level: 'full',
    worksWithoutFactor: true,
    needsFreshProof: true,
    body: z.object({ setUpToken: sealed, code: needed(code, '') }),
    response: z.object({ recoveryCodes: recoveryCodes.nullable() }),
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
  'DELETE /api/auth/factors/authenticator-app': {
    summary:
      'Removes the authenticator app; with the last factor the recovery codes go too. The user is notified by email.',
    access: 'person',
    level: 'full',
    needsFreshProof: true,
    response: emptyObject,
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  'POST /api/auth/factors/recovery-codes': {
    summary:
      'Replaces the recovery codes by ten new ones, which are returned once. The user is notified by email.',
    access: 'person',
    level: 'full',
    needsFreshProof: true,
    response: z.object({ recoveryCodes }),
    errors: ['CONFLICT', 'RATE_LIMITED'],
  },
  'POST /api/admin/users/{id}/remove-factors': {
    summary:
      "Removes all second factors of a user who lost them, and ends the user's sessions. The user is notified by email.",
    access: 'admin',
    level: 'full',
    needsFreshProof: true,
    params: z.object({ id }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
});
