import { hash, randomBytes } from 'node:crypto';
import { limits } from '@repo/contract/limits';
import type { SecretBox } from '#platform/secrets/secret-box.ts';
import { openToken, sealToken } from '#modules/auth/sealed-token.ts';

/** For what a passkey is asked. A challenge for one thing answers no other. */
export type ChallengePurpose =
  | { kind: 'sign-in' }
  | { kind: 'second-step'; pendingToken: string }
  | { kind: 'proof'; sessionId: string }
  | { kind: 'adding'; sessionId: string };

const textOf = (purpose: ChallengePurpose): string => {
  if (purpose.kind === 'sign-in') return 'passkey sign-in';
  const of =
    purpose.kind === 'second-step' ? hash('sha256', purpose.pendingToken) : purpose.sessionId;
  return `passkey ${purpose.kind} of ${of}`;
};

const BYTES = 32;

/**
 * Creates a challenge, and the sealed token that brings it back with the answer. Neither is stored, so that asking for
 * many leaves nothing behind.
 */
export function createChallenge(
  secretBox: SecretBox,
  purpose: ChallengePurpose,
): { challenge: string; challengeToken: string } {
  const challenge = randomBytes(BYTES).toString('base64url');
  const challengeToken = sealToken(secretBox, textOf(purpose), limits.passkeyMinutes, {
    challenge,
  });
  return { challenge, challengeToken };
}

/** The challenge of a token; undefined if it has expired, was made up, or is for something else. */
export function openChallenge(
  secretBox: SecretBox,
  purpose: ChallengePurpose,
  challengeToken: string,
): string | undefined {
  const content = openToken(secretBox, textOf(purpose), challengeToken);
  return content === undefined ? undefined : String(content['challenge']);
}
