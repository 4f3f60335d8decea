import type { Connection } from '#platform/database/create-database.ts';
import { findResetToken } from './reset-token.ts';

interface LinkUser {
  id: string;
  email: string;
}

/** Brings back users who deleted their own account, by the link in the mail about it, which works like a reset link. */
export interface ComeBack {
  /** The user of a link that can still be used. */
  find: (db: Connection, token: string) => Promise<LinkUser | undefined>;
  /**
   * Brings them back in the transaction that sets their password.
   *
   * @returns false where the link can no longer be used.
   */
  begin: (tx: Connection, user: LinkUser, token: string) => Promise<boolean>;
}

/** Finds the user of a reset link, or of a link to come back. */
export async function findLinkUser(
  db: Connection,
  comeBack: ComeBack,
  token: string,
): Promise<(LinkUser & { isGone: boolean }) | undefined> {
  const user = await findResetToken(db, token);
  if (user !== undefined) return { ...user, isGone: false };
  const gone = await comeBack.find(db, token);
  return gone && { ...gone, isGone: true };
}
