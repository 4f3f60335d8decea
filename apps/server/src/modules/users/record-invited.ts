import type { User } from '@repo/contract/auth';
import type { Connection } from '#platform/database/create-database.ts';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';

/** Records in the audit log that a user was created. */
export async function recordInvited(
  tx: Connection,
  actor: Actor,
  { id, name, email, isAdmin, isTest }: Pick<User, 'id' | 'name' | 'email' | 'isAdmin' | 'isTest'>,
): Promise<void> {
  await recordChange(tx, {
    actor,
    action: 'user.invited',
    person: { id, name },
    after: { name, email, isAdmin, isTest },
  });
}
