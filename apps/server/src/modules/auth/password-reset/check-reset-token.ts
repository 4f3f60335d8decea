import type { Database } from '#platform/database/create-database.ts';
import { countWrongToken } from './reset-limits.ts';
import { type ComeBack, findLinkUser } from '../come-back.ts';

/**
 * Whether the token of a reset link can still be used. A wrong one counts like a wrong one that is
 * submitted, so that this is no second way to guess.
 *
 * @throws AppError `RATE_LIMITED`
 */
export async function checkResetToken(
  db: Database,
  comeBack: ComeBack,
  { token, from }: { token: string; from: string },
): Promise<boolean> {
  if (token !== '' && (await findLinkUser(db, comeBack, token)) !== undefined) return true;
  await countWrongToken(db, from);
  return false;
}
