import type { EndpointRequest, EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, limitReached } from '#platform/http/app-error.ts';
import { takeToken } from '#modules/auth/take-token.ts';
import { addFactor, countChange, type Self } from '../factors/own-factors.ts';
import { createChallenge, openChallenge } from './challenge.ts';
import { credentialsOf, listPasskeys } from './list-passkeys.ts';
import { requirePasskeyName } from './passkey-name.ts';
import type { RelyingParty } from './relying-party.ts';
import { requireRelyingParty, TIMEOUT_MS } from './request-passkey.ts';
import { handleOf } from './user-handle.ts';

type Begun = EndpointResponse<'POST /api/auth/factors/passkeys/options'>;
type Added = EndpointResponse<'POST /api/auth/factors/passkeys'>;
type NewPasskey = EndpointRequest<'POST /api/auth/factors/passkeys'>['body'];

/** EdDSA, ES256 and RS256, which all authenticators have one of. */
const ALGORITHMS = [-8, -7, -257];

/**
 * Begins to add a passkey. One that cannot check who holds it is taken too, as a second factor.
 *
 * @throws AppError `NOT_FOUND` or `LIMIT_REACHED`
 */
export async function beginPasskey(context: Context, self: Self): Promise<Begun> {
  const { db, secretBox } = context;
  const party = requireRelyingParty(context);
  await requireCapacity(db, self.id);
  const { challenge, challengeToken } = createChallenge(secretBox, {
    kind: 'adding',
    sessionId: self.sessionId,
  });
  return {
    challengeToken,
    options: {
      challenge,
      rp: { id: party.id, name: party.name },
      user: {
        id: handleOf(self.id).toString('base64url'),
        name: self.email,
        displayName: self.name || self.email,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      timeout: TIMEOUT_MS,
      attestation: 'none',
      excludeCredentials: await credentialsOf(db, self.id, party.id),
      authenticatorSelection: {
        residentKey: 'preferred',
        requireResidentKey: false,
        userVerification: 'preferred',
      },
    },
  };
}

/**
 * Adds a passkey that the browser created.
 *
 * @returns with recovery codes, if it is the user's first factor.
 * @throws AppError `VALIDATION_FAILED`, `LIMIT_REACHED`, `RATE_LIMITED`, or `CONFLICT` for one that is not accepted
 */
export async function addPasskey(
  context: Context,
  self: Self,
  { challengeToken, name: typed, credential }: NewPasskey,
): Promise<Added> {
  const { config, db, log, secretBox } = context;
  const name = requirePasskeyName(typed);
  const party = requireRelyingParty(context);
  const challenge = openChallenge(
    secretBox,
    { kind: 'adding', sessionId: self.sessionId },
    challengeToken,
  );
  if (challenge === undefined) throw beginAgain();
  const created = await verify(credential, challenge, party).catch((cause: unknown) => {
    log.warn({ err: cause, userId: self.id }, 'a new passkey was refused');
    throw beginAgain();
  });
  await countChange(db, self);
  if (!(await takeToken(db, challengeToken, limits.passkeyMinutes))) throw beginAgain();
  return db.transaction().execute(async (tx) => {
    let id = '';
    const recoveryCodes = await addFactor(context, tx, self, {
      change: 'passkey-added',
      async store() {
        await requireCapacity(tx, self.id);
        const row = await tx
          .insertInto('passkeys')
          .values({ ...created, user_id: self.id, rp_id: party.id, name })
          .onConflict((conflict) => conflict.column('credential_id').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (row === undefined) throw new AppError('CONFLICT', 'This passkey was added before.');
        ({ id } = row);
      },
    });
    const passkey = (await listPasskeys(tx, self.id, config)).find((one) => one.id === id);
    if (passkey === undefined) throw new Error('A passkey that was just added is not listed.');
    return { passkey, recoveryCodes };
  });
}

/** @throws Error that says what is wrong. */
async function verify(
  { response, ...credential }: NewPasskey['credential'],
  challenge: string,
  party: RelyingParty,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: {
        clientDataJSON: response.clientDataJSON,
        attestationObject: response.attestationObject,
      },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) throw new Error('The attestation is wrong.');
  const { credential: made, userVerified } = registrationInfo;
  return {
    credential_id: Buffer.from(made.id, 'base64url'),
    public_key: Buffer.from(made.publicKey),
    sign_count: String(made.counter),
    verifies_user: userVerified,
    transports: response.transports,
  };
}

const beginAgain = () =>
  new AppError('CONFLICT', 'This passkey was not accepted. Begin again to add it.');

async function requireCapacity(db: Connection, userId: string): Promise<void> {
  const limit = limits.passkeysPerUser;
  const { count } = await db
    .selectFrom('passkeys')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (Number(count) < limit) return;
  const message = `You have ${limit} passkeys, the most that are possible. Remove one first.`;
  throw limitReached({ message, limit, current: Number(count) });
}
