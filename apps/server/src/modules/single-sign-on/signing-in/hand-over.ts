import { limits } from '@repo/contract/limits';
import { hash, timingSafeEqual } from 'node:crypto';
import type { Connection } from '#platform/database/create-database.ts';
import type { SecretBox } from '#platform/secrets/secret-box.ts';
import { openToken, sealToken } from '#modules/auth/sealed-token.ts';
import { takeToken } from '#modules/auth/take-token.ts';

/**
 * `session` starts one; `link` connects the provider's account with the user, once they have signed in; `proof` proves
 * again who uses a session.
 */
export type HandOverKind = 'session' | 'link' | 'proof';

/** A sign-in that the provider confirmed, on its way to the browser. */
export interface HandOver {
  connectionId: string;
  userId: string;
  challenge: string;
  issuer: string;
  subject: string;
  /** The session at the provider. */
  sid?: string;
}

const purposeOf = (kind: HandOverKind) => `single sign-on ${kind}`;
const minutesOf = (kind: HandOverKind) =>
  kind === 'link' ? limits.ssoLinkMinutes : limits.ssoHandOverSeconds / 60;

export const sealHandOver = (
  secretBox: SecretBox,
  kind: HandOverKind,
  handOver: HandOver,
): string => sealToken(secretBox, purposeOf(kind), minutesOf(kind), { ...handOver });

/**
 * Opens a code, once, for the browser that has the verifier of the sign-in. A wrong verifier uses the code up: another
 * browser has it then.
 *
 * @returns undefined for a code that is unknown, expired, used, or of another browser
 */
export async function takeHandOver(
  db: Connection,
  secretBox: SecretBox,
  kind: HandOverKind,
  { code, verifier }: { code: string; verifier: string },
): Promise<HandOver | undefined> {
  const content = openToken(secretBox, purposeOf(kind), code);
  if (content === undefined || !(await takeToken(db, code, minutesOf(kind)))) return undefined;
  const handOver = content as unknown as HandOver;
  const challenge = Buffer.from(hash('sha256', verifier, 'base64url'));
  const expected = Buffer.from(handOver.challenge);
  const isOwn = challenge.length === expected.length && timingSafeEqual(challenge, expected);
  return isOwn ? handOver : undefined;
}
