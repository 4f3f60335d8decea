import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { Actor } from '../audit/actor.ts';
import { hashPassword } from '../auth/password-hash.ts';
import { requirePassword } from '../auth/require-password.ts';
import { storePassword } from '../auth/set-password.ts';
import { createUser } from '../users/create-user.ts';
import { recordInvited } from '../users/record-invited.ts';

interface FirstAdministrator {
  email: string;
  name: string;
  password: string;
}

/** The audit log names the settings as who created them. */
const operator: Actor = { id: null, name: 'Settings of the server' };

/**
 * Creates the administrator of the settings on a server that has never had one. Of several processes that start at the
 * same moment, one does.
 *
 * @returns whether it did.
 * @throws Error with a sentence about the setting that cannot be used.
 */
export async function createFirstAdministrator(
  db: Database,
  { email, name, password }: FirstAdministrator,
): Promise<boolean> {
  if (await hasAdministrator(db)) return false;
  try {
    await requirePassword(password, email);
    const passwordHash = await hashPassword(password);
    return await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(tx);
      if (await hasAdministrator(tx)) return false;
      const user = await createUser(tx, { email, name, isAdmin: true });
      await recordInvited(tx, operator, { ...user, isAdmin: true, isTest: false });
      await storePassword(tx, user.id, passwordHash);
      return true;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Error(`The administrator of FIRST_ADMIN_EMAIL cannot be created: ${error.message}.`, {
      cause: error,
    });
  }
}

/** Whether there is an administrator, also one that was deactivated. */
async function hasAdministrator(db: Connection): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
