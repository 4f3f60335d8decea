import type { AuditEntry } from '@repo/contract/admin';
import { limits } from '@repo/contract/limits';
import { toCsv } from '@repo/domain/text/csv';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { AuditedFields } from '#platform/database/schema/people.ts';
import { type ChangesRequest, selectChanges, toEntry } from './list-changes.ts';

const pageSize = 1_000;

/**
 * The audit log as CSV, newest first, in chunks: the next one is read when the previous one was
 * sent. After `limits.auditExport` entries it ends with a last line that says it is incomplete.
 *
 * @param complete adds to entries what the reader may know.
 */
export async function* exportChanges(
  db: Connection,
  request: Pick<ChangesRequest, 'person' | 'search'>,
  complete: (entries: readonly AuditEntry[]) => Promise<readonly AuditEntry[]>,
): AsyncGenerator<string> {
  yield toCsv([
    [
      'At (UTC)',
      'By',
      'By (id)',
      'Action',
      'Person',
      'Person (id)',
      'Organization or workspace',
      'Before',
      'After',
    ],
  ]);
  let last: { id: string } | undefined;
  for (let sent = 0; sent < limits.auditExport; sent += pageSize) {
    const rows = await selectChanges(db, request)
      .selectAll()
      .$if(last !== undefined, (query) =>
        // The database's instants are finer than a JavaScript date.
        query.where(
          sql<boolean>`(at, id) < (select at, id from audit_entries where id = ${last?.id})`,
        ),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .execute();
    const entries = await complete(rows.map(toEntry));
    if (rows.length > 0) {
      yield toCsv(
        rows.map((row, index) => [
          row.at.toISOString(),
          row.actor_name,
          row.actor_id ?? '',
          row.action,
          row.person_name ?? '',
          row.person_id ?? '',
          row.scope ?? '',
          describe(entries[index]?.before ?? null),
          describe(entries[index]?.after ?? null),
        ]),
      );
    }
    if (rows.length < pageSize) return;
    last = rows.at(-1);
  }
  yield toCsv([[`Only the newest ${limits.auditExport} changes. Search to export earlier ones.`]]);
}

const describe = (fields: AuditedFields | null): string =>
  Object.entries(fields ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
