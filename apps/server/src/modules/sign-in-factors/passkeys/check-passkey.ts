import { limits } from '@repo/contract/limits';
import type { PasskeyAnswer } from '@repo/contract/passkeys';
import { type Selectable, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Schema } from '#platform/database/schema.ts';
import { recordAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { sendFactorChangeJob } from '../send-factor-change.job.ts';
import { takeToken } from '#modules/auth/take-token.ts';
import { type ChallengePurpose, openChallenge } from './challenge.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';
import { handleOf } from './user-handle.ts';

type Row = Selectable<Schema['passkeys']>;

/** A user whose passkey was accepted. */
interface PasskeyUser {
  id: string;
  name: string;
  email: string;
  password_hash: string | null;
  passkeyId: string;
}

interface Expected {
  purpose: ChallengePurpose;
  /** The user whose passkey it has to be; anyone's when absent. */
  userId?: string;
  /** The passkey has to check who holds it, because there is no other factor. */
  isAlone: boolean;
}

/**
 * Accepts a passkey's answer to a challenge: once, at this site, by an active user. A passkey that checked who holds it
 * when it was added always has to.
 *
 * @returns undefined for a refused one; why is in the log alone.
 */
export async function checkPasskey(
  context: Context,
  { challengeToken, credential }: PasskeyAnswer,
  { purpose, userId, isAlone }: Expected,
): Promise<PasskeyUser | undefined> {
  const { config, db, log, secretBox } = context;
  const refuse = (why: string, about: object = {}) => {
    log.warn({ ...about, purpose: purpose.kind }, `a passkey was refused: ${why}`);
    return undefined;
  };
  const party = relyingPartyOf(config);
  const challenge = openChallenge(secretBox, purpose, challengeToken);
  // Before the database is asked.
  if (party === undefined || challenge === undefined) return refuse('the challenge has ended');
  const found = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .selectAll('passkeys')
    .select(['users.name as userName', 'users.email', 'users.password_hash'])
    .where('credential_id', '=', Buffer.from(credential.id, 'base64url'))
    .where('rp_id', '=', party.id)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  if (found === undefined) return refuse('it is not known');
  const about = { userId: found.user_id, passkeyId: found.id };
  if (userId !== undefined && found.user_id !== userId)
    return refuse('it is of another user', about);
  const { userHandle } = credential.response;
  if (userHandle && userHandle !== handleOf(found.user_id).toString('base64url')) {
    return refuse('it names another user', about);
  }
  const verified = await verify(credential, found, {
    challenge,
    party,
    mustVerifyUser: isAlone || found.verifies_user,
  }).catch((error: Error) => error);
  if (verified instanceof Error) return refuse(verified.message, about);
  if (!(await takeToken(db, challengeToken, limits.passkeyMinutes))) {
    return refuse('the challenge was used before', about);
  }
  const user = {
    id: found.user_id,
    name: found.userName,
    email: found.email,
    password_hash: found.password_hash,
    passkeyId: found.id,
  };
  if (!(await countUse(context, user, verified.count))) return refuse('its counter', about);
  return user;
}

interface Challenged {
  challenge: string;
  party: RelyingParty;
  mustVerifyUser: boolean;
}

/** @throws Error that says what is wrong. */
async function verify(
  credential: PasskeyAnswer['credential'],
  row: Row,
  { challenge, party, mustVerifyUser }: Challenged,
): Promise<{ count: number }> {
  // Loaded once a passkey is used: many processes never need it.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { response } = credential;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: {
        clientDataJSON: response.clientDataJSON,
        authenticatorData: response.authenticatorData,
        signature: response.signature,
      },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: mustVerifyUser,
    // Without a counter: the library compares it before it has checked the signature.
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(row.public_key),
      counter: 0,
    },
  });
  if (!verified) throw new Error('its signature is wrong');
  return { count: authenticationInfo.newCounter };
}

/** A limit, because the holder of a copy could fill the mailbox of the user. */
const mailedPerDay = {
  name: 'refused passkeys that are mailed',
  attempts: 1,
  windowSeconds: 86_400,
};

/**
 * Stores the use of a passkey. A counter that does not go up belongs to a copy of it, unless the passkey counts
 * nothing, as those do that are on several devices.
 *
 * @returns whether the counter went up.
 */
async function countUse({ db, jobs }: Context, user: PasskeyUser, count: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('passkeys')
      .select('sign_count')
      .where('id', '=', user.passkeyId)
      .forUpdate()
      .executeTakeFirst();
    // Removed meanwhile.
    if (row === undefined) return false;
    const last = Number(row.sign_count);
    if (count > last || (count === 0 && last === 0)) {
      await tx
        .updateTable('passkeys')
        .set({ sign_count: String(count), last_used_at: sql`now()` })
        .where('id', '=', user.passkeyId)
        .execute();
      return true;
    }
    const self = { id: user.id, name: user.name || user.email };
    await recordChange(tx, { actor: self, action: 'user.passkey-refused', person: self });
    const { attempts } = await recordAttempt(tx, { limit: mailedPerDay, of: user.id });
    if (attempts > mailedPerDay.attempts) return false;
    await jobs.enqueue(
      sendFactorChangeJob,
      { userId: user.id, change: 'passkey-refused' },
      { within: tx },
    );
    return false;
  });
}
