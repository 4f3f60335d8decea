import { limits } from '@repo/contract/limits';
import type { Connection } from '#platform/database/create-database.ts';
import type { SecretBox } from '#platform/secrets/secret-box.ts';
import { openToken, sealToken } from '#modules/auth/sealed-token.ts';
import { takeToken } from '#modules/auth/take-token.ts';

const PURPOSE = 'begun single sign-on';

/** A sign-in that a browser began, as the callback needs it. */
export interface BegunSignIn {
  connectionId: string;
  /** SHA-256 of the verifier that the browser keeps. */
  challenge: string;
  nonce: string;
  pkceVerifier: string;
  /** Whether someone who is signed in proves it again. */
  isProof: boolean;
}

/**
 * Creates the `state` of a sign-in at a provider. It contains the sign-in, encrypted, so that beginning one stores
 * nothing: everyone can begin as many as they like.
 */
export const sealBegun = (secretBox: SecretBox, begun: BegunSignIn): string =>
  sealToken(secretBox, PURPOSE, limits.ssoMinutes, { ...begun });

/** Opens a state, once. @returns undefined for one that is unknown, expired or used */
export async function takeBegun(
  db: Connection,
  secretBox: SecretBox,
  state: string,
): Promise<BegunSignIn | undefined> {
  const content = openToken(secretBox, PURPOSE, state);
  if (content === undefined || !(await takeToken(db, state, limits.ssoMinutes))) return undefined;
  return {
    connectionId: String(content['connectionId']),
    challenge: String(content['challenge']),
    nonce: String(content['nonce']),
    pkceVerifier: String(content['pkceVerifier']),
    isProof: content['isProof'] === true,
  };
}
