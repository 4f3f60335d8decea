import { z } from 'zod';
import { user } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { emptyObject, id, instant, needed, neededText } from './fields.ts';
import { limits } from './limits.ts';
import { timeZoneName } from './notifications.ts';

/** A passkey of a user (WebAuthn), without its key. */
export const passkey = z.object({
  id,
  name: z.string(),
  addedAt: instant,
  lastUsedAt: instant.nullable(),
  /** Whether it signs in without a password. One that does not check who holds it is a second factor alone. */
  signsInAlone: z.boolean(),
  /** False after the address of the server has changed: browsers offer it at the address before. */
  isUsable: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

/** Bytes in base64url, which WebAuthn's JSON forms use. */
const bytes = (length: number) =>
  z
    .string()
    .max(length, `is too long: at most ${length}`)
    .regex(/^[\w-]*$/, 'must be base64url');

const credentialId = bytes(limits.credentialIdLength);
const type = z.literal('public-key');
const transports = z.array(z.string().max(20)).max(10);

const ofCredential = { id: credentialId, rawId: credentialId, type };

/** The sealed challenge, which comes back with the answer to it. */
const challengeToken = needed(z.string('must be text').max(limits.pendingTokenLength), '');

/** WebAuthn's `RegistrationResponseJSON`, without the fields that the server does not read. */
const createdCredential = z.object({
  ...ofCredential,
  response: z.object({
    clientDataJSON: bytes(limits.credentialFieldLength),
    attestationObject: bytes(limits.credentialFieldLength),
    transports: transports.default([]),
  }),
});

/** WebAuthn's `AuthenticationResponseJSON`, without the fields that the server does not read. */
const usedCredential = z.object({
  ...ofCredential,
  response: z.object({
    clientDataJSON: bytes(limits.credentialFieldLength),
    authenticatorData: bytes(limits.credentialFieldLength),
    signature: bytes(limits.credentialFieldLength),
    userHandle: bytes(100).nullish(),
  }),
});

/** A passkey's answer to a challenge. */
export const passkeyAnswer = z.object({ challengeToken, credential: usedCredential });
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

const algorithms = z.array(z.object({ alg: z.number().int(), type })).max(10);
const allowed = z.array(z.object({ id: z.string(), type, transports })).max(limits.passkeysPerUser);
const userVerification = z.enum(['required', 'preferred']);

/** WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: algorithms,
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: allowed,
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.literal(false),
    userVerification,
  }),
});

/** WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: allowed,
  userVerification,
});

const passkeyRequest = z.object({ challengeToken: z.string(), options: requestOptions });
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** Passkeys: adding and removing one's own, and signing in with one. No API key can call these. */
export const passkeyEndpoints = defineEndpoints({
  'POST /api/auth/login/passkey/options': {
    summary:
      'A challenge for a passkey: of any user, to sign in without a password; or with the token of a pending sign-in, as its second factor. NOT_FOUND where the address of the server allows no passkeys.',
    access: 'public',
    level: 'full',
    body: z.object({ pendingToken: z.string().max(limits.pendingTokenLength).optional() }),
    response: passkeyRequest,
    errors: ['NOT_FOUND', 'UNAUTHENTICATED'],
  },
  'POST /api/auth/login/passkey': {
    summary:
      'Signs in with a passkey that checks who holds it, in place of a password and a second factor.',
    access: 'public',
    level: 'full',
    body: z.object({ passkey: passkeyAnswer, timeZone: timeZoneName.catch(undefined) }),
    response: z.object({ token: z.string(), user }),
    errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  },
  'POST /api/auth/proof/passkey/options': {
    summary: 'A challenge for one of the own passkeys, to prove again who uses the session.',
    access: 'person',
    level: 'full',
    response: passkeyRequest,
    errors: ['NOT_FOUND'],
  },
  'POST /api/auth/factors/passkeys/options': {
    summary: 'Begins to add a passkey. Nothing changes before it is added.',
    access: 'person',
    level: 'full',
    worksWithoutFactor: true,
    needsFreshProof: true,
    response: z.object({ challengeToken: z.string(), options: creationOptions }),
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
  },
  'POST /api/auth/factors/passkeys': {
    summary:
      'Adds a passkey. If it is the first factor, returns recovery codes, once, and ends the other sessions. The user is notified by email.',
    access: 'person',
    level: 'full',
    worksWithoutFactor: true,
    needsFreshProof: true,
    body: z.object({
      challengeToken,
      name: neededText,
      credential: createdCredential,
    }),
    response: z.object({
      passkey,
      recoveryCodes: z.array(z.string()).max(limits.recoveryCodes).nullable(),
    }),
    errors: ['CONFLICT', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'PATCH /api/auth/factors/passkeys/{id}': {
    summary: 'Renames a passkey.',
    access: 'person',
    level: 'full',
    params: z.object({ id }),
    body: z.object({ name: neededText }),
    response: emptyObject,
    errors: ['NOT_FOUND'],
  },
  'DELETE /api/auth/factors/passkeys/{id}': {
    summary:
      'Removes a passkey; with the last factor the recovery codes go too. CONFLICT for the last way in. The user is notified by email.',
    access: 'person',
    level: 'full',
    needsFreshProof: true,
    params: z.object({ id }),
    response: emptyObject,
    errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
});
