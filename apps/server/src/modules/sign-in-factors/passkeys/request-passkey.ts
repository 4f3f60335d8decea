import { limits } from '@repo/contract/limits';
import type { PasskeyRequest } from '@repo/contract/passkeys';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import { openPending } from '../second-step/pending-sign-in.ts';
import { type ChallengePurpose, createChallenge } from './challenge.ts';
import { credentialsOf } from './list-passkeys.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';

/** Milliseconds for which a browser waits for the user. */
export const TIMEOUT_MS = limits.passkeyMinutes * 60_000;

/** @throws AppError `NOT_FOUND` where the address of the server allows no passkeys */
export function requireRelyingParty({ config }: Pick<Context, 'config'>): RelyingParty {
  const party = relyingPartyOf(config);
  if (party === undefined) throw notFound('Passkeys at the address of this server');
  return party;
}

/**
 * Asks for a passkey to sign in with. Without a pending sign-in the answer is the same for everyone: the browser
 * knows which passkeys it has.
 *
 * @throws AppError `NOT_FOUND`, or `UNAUTHENTICATED` for a pending sign-in that has ended
 */
export async function requestSignIn(
  context: Context,
  pendingToken: string | undefined,
): Promise<PasskeyRequest> {
  const party = requireRelyingParty(context);
  if (pendingToken === undefined) return request(context, party, { kind: 'sign-in' });
  const user = await openPending(context.db, context.secretBox, pendingToken);
  return request(context, party, { kind: 'second-step', pendingToken }, user.id);
}

/** @throws AppError `NOT_FOUND` */
export async function requestProof(
  context: Context,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<PasskeyRequest> {
  return request(context, requireRelyingParty(context), { kind: 'proof', sessionId }, id);
}

/** @param userId the user of the passkey; absent for a passkey of any user. */
async function request(
  { db, secretBox }: Context,
  party: RelyingParty,
  purpose: ChallengePurpose,
  userId?: string,
): Promise<PasskeyRequest> {
  const { challenge, challengeToken } = createChallenge(secretBox, purpose);
  return {
    challengeToken,
    options: {
      challenge,
      rpId: party.id,
      timeout: TIMEOUT_MS,
      allowCredentials: userId === undefined ? [] : await credentialsOf(db, userId, party.id),
      userVerification: userId === undefined ? 'required' : 'preferred',
    },
  };
}
