import type { Context } from '#platform/context.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { countChange, removeFactor, type Self } from '../factors/own-factors.ts';
import { hasCompanyWayIn, hasOwnWayIn } from '../ways-in.ts';
import { requirePasskeyName } from './passkey-name.ts';

/** @throws AppError `VALIDATION_FAILED` or `NOT_FOUND` */
export async function renamePasskey(
  db: Database,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name: requirePasskeyName(name) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw notFound('Passkey');
}

/** @throws AppError `NOT_FOUND`, `RATE_LIMITED`, or `CONFLICT` for the last way in */
export async function removePasskey(context: Context, self: Self, id: string): Promise<void> {
  await countChange(context.db, self);
  await context.db.transaction().execute((tx) =>
    removeFactor(context, tx, self, {
      change: 'passkey-removed',
      async remove() {
        const couldSignIn = await hasOwnWayIn(context, tx, self.id);
        const { numDeletedRows } = await tx
          .deleteFrom('passkeys')
          .where('id', '=', id)
          .where('user_id', '=', self.id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) throw notFound('Passkey');
        if (couldSignIn) await requireWayIn(context, tx, self.id);
      },
    }),
  );
}

async function requireWayIn(context: Context, tx: Connection, userId: string): Promise<void> {
  if ((await hasOwnWayIn(context, tx, userId)) || (await hasCompanyWayIn(tx, userId))) return;
  throw new AppError(
    'CONFLICT',
    'Nothing else signs you in. First add another passkey that needs no password, or sign out and choose a password with “Reset password”.',
  );
}
