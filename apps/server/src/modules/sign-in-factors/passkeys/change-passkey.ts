import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { countChange, removeFactor, type Self } from '../factors/own-factors.ts';
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

/** @throws AppError `NOT_FOUND` or `RATE_LIMITED` */
export async function removePasskey(context: Context, self: Self, id: string): Promise<void> {
  await countChange(context.db, self);
  await context.db.transaction().execute((tx) =>
    removeFactor(context, tx, self, {
      change: 'passkey-removed',
      async remove() {
        const { numDeletedRows } = await tx
          .deleteFrom('passkeys')
          .where('id', '=', id)
          .where('user_id', '=', self.id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) throw notFound('Passkey');
      },
    }),
  );
}
