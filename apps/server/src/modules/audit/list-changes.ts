import type { AuditEntry } from '@repo/contract/admin';
import type { AuditAction } from '@repo/contract/audit-actions';
import type { Selectable } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { isAboutAccount, onlyAccountFields } from './account-fields.ts';
import { matchesSearchTerm } from '#platform/database/match-search-term.ts';
import { offsetOf, type Page, pageOf, type PageRequest } from '#platform/paging/page-request.ts';

export interface ChangesRequest extends PageRequest {
  /** Only changes made by this user or concerning them. */
  person?: string | undefined;
}

/** One page of all administrative changes, newest first; `search` matches names of users. */
export async function listChanges(
  db: Connection,
  request: ChangesRequest,
): Promise<Page<AuditEntry>> {
  const { limit } = request;
  const found = selectChanges(db, request);
  const [{ total }, rows] = await Promise.all([
    found.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offsetOf(request))
      .execute(),
  ]);
  return pageOf(rows.map(toEntry), total, request);
}

/** The changes that a request looks for. */
export function selectChanges(
  db: Connection,
  { person, search }: Pick<ChangesRequest, 'person' | 'search'>,
) {
  let found = db.selectFrom('audit_entries');
  if (search) found = found.where(matchesSearchTerm('audit_entries.search', search));
  if (person !== undefined) {
    found = found.where(({ or, eb }) =>
      or([eb('actor_id', '=', person), eb('person_id', '=', person)]),
    );
  }
  return found;
}

export function toEntry(row: Selectable<Schema['audit_entries']>): AuditEntry {
  const fieldsOf = isAboutAccount(row.action) ? onlyAccountFields : (all: typeof row.before) => all;
  return {
    id: row.id,
    at: row.at.toISOString(),
    // Only `recordChange` inserts rows, with no other values.
    action: row.action as AuditAction,
    actor: { id: row.actor_id, name: row.actor_name },
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '' },
    scope: row.scope,
    before: fieldsOf(row.before),
    after: fieldsOf(row.after),
  };
}
