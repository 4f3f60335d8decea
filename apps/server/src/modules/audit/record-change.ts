import type { AuditAction } from '@repo/contract/audit-actions';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { AuditedFields } from '#platform/database/schema/people.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { AuditedAccount } from './account-fields.ts';
import type { Actor } from './actor.ts';

export type Change = ChangeOfAccount | OtherChange;

type AccountAction = Extract<AuditAction, `account.${string}`>;

interface ChangeOfAccount extends AnyChange {
  action: AccountAction;
  /** The ids that changed. */
  before?: AuditedAccount;
  after?: AuditedAccount;
}

interface OtherChange extends AnyChange {
  action: Exclude<AuditAction, AccountAction>;
  /** The previous or new values of the changed fields, by name. */
  before?: AuditedFields;
  after?: AuditedFields;
}

interface AnyChange {
  actor: Actor;
  /** The user that it concerns. */
  person?: { id: string; name: string };
  /**
   * The organization or workspace that it concerns, as `organization` or `organization/workspace`.
   */
  scope?: string;
}

/**
 * Records an administrative change in the log, in the transaction that makes it.
 *
 * @throws AppError `RATE_LIMITED` for an actor who made `limits.auditedChangesPerDay`: entries are
 *   never removed
 */
export async function recordChange(
  tx: Connection,
  { actor, action, person, scope, before, after }: Change,
): Promise<void> {
  await requireAuditCapacity(tx, actor);
  await tx
    .insertInto('audit_entries')
    .values({
      action,
      actor_id: actor.id,
      actor_name: actor.name,
      person_id: person?.id ?? null,
      person_name: person?.name ?? null,
      scope: scope ?? null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute();
}

/**
 * Checks the limit in advance, for what cannot be undone if its entry is refused, such as sending
 * an email.
 *
 * @throws AppError `RATE_LIMITED`; never for the command line
 */
export async function requireAuditCapacity(tx: Connection, { id }: Actor): Promise<void> {
  if (id === null) return;
  const limit = limits.auditedChangesPerDay;
  const full = await tx
    .selectFrom('audit_entries')
    .select('at')
    .where('actor_id', '=', id)
    .where('at', '>', sql<Date>`now() - interval '24 hours'`)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  if (full === undefined) return;
  throw new AppError(
    'RATE_LIMITED',
    `You made ${limit.toLocaleString('en')} changes within 24 hours, the most that one person can make. Try again in an hour.`,
    { retryAfterSeconds: 3_600 },
  );
}
