import type { AuditAction } from '@repo/contract/admin';
import type { Connection } from '../../platform/database/create-database.ts';
import type { AuditedFields } from '../../platform/database/schema/people.ts';
import type { Actor } from './actor.ts';

export interface Change {
  actor: Actor;
  action: AuditAction;
  /** The person that it concerns. */
  person?: { id: string; name: string };
  /**
   * The organization or workspace that it concerns, as `organization` or `organization/workspace`.
   */
  place?: string;
  /** What the changed fields held, by name. */
  before?: AuditedFields;
  after?: AuditedFields;
}

/** Writes an administrative change to the log, in the transaction that makes it. */
export async function recordChange(
  tx: Connection,
  { actor, action, person, place, before, after }: Change,
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      action,
      actor_id: actor.id,
      actor_name: actor.name,
      person_id: person?.id ?? null,
      person_name: person?.name ?? null,
      place: place ?? null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute();
}
