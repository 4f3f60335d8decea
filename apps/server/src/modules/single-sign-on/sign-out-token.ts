import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import type { EndedSession } from '#modules/auth/sign-out.ts';
import { openToken, sealToken } from '#modules/auth/sealed-token.ts';

const PURPOSE = 'sign-out at the provider';

export interface SignOut {
  connectionId: string;
  /** The session at the provider, or the address of a user whose session it did not name. */
  hint: string;
}

/**
 * Creates the token that leads a browser to the sign-out page of the provider, after a session has ended here.
 *
 * @returns undefined for a session of another kind, and where signing out ends the session here alone.
 */
export async function createSignOutToken(
  { db, log, secretBox }: Context,
  { userId, ssoConnectionId, ssoSid }: EndedSession,
): Promise<string | undefined> {
  if (ssoConnectionId === null) return undefined;
  try {
    const found = await db
      .selectFrom('sso_connections')
      .innerJoin('users', (join) => join.on('users.id', '=', userId))
      .select('users.email')
      .where('sso_connections.id', '=', ssoConnectionId)
      .where('signs_out_there', '=', true)
      .executeTakeFirst();
    if (found === undefined) return undefined;
    const signOut: SignOut = { connectionId: ssoConnectionId, hint: ssoSid ?? found.email };
    return sealToken(secretBox, PURPOSE, limits.ssoHandOverSeconds / 60, { ...signOut });
  } catch (error) {
    // The session has ended, which matters most.
    log.warn({ err: error, userId }, 'a sign-out does not go on at the provider');
    return undefined;
  }
}

/** @returns undefined for a token that was made up or has expired. */
export function openSignOut(
  { secretBox }: Pick<Context, 'secretBox'>,
  token: string,
): SignOut | undefined {
  const content = openToken(secretBox, PURPOSE, token);
  return content as unknown as SignOut | undefined;
}
