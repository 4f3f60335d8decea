import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import type { DescribedTable } from '#platform/database/data-register/described-table.ts';
import { tenantTables } from '#platform/database/distribution/tenant-tables.ts';
import { belongingTo, type DataSubject } from '../own-data/belonging-to.ts';
import {
  mentionColumns,
  mentioningColumns,
  ownColumns,
  selectColumns,
} from './exported-columns.ts';
import { readPages } from '../archive/read-pages.ts';

/** A file of an export: the rows of a table that are the user's own, or in which they are mentioned. */
export interface ExportedFile {
  name: string;
  described: DescribedTable;
  columns: string[];
  read: (source: ExportSource) => AsyncGenerator<string[]>;
}

/** The user with the rows, and the database to read them from. */
export interface ExportSource {
  db: Connection;
  subject: DataSubject;
  primaryKeys: ReadonlyMap<string, readonly string[]>;
}

/** Every file of an export, in order. The register decides: a table or column cannot be forgotten. */
export const exportedFiles: readonly ExportedFile[] = Object.entries(describedTables).flatMap(
  ([table, described]) => [...ownFile(table, described), ...mentionFile(table, described)],
);

function ownFile(table: string, described: DescribedTable): ExportedFile[] {
  if (described.belongsTo === undefined) return [];
  const columns = ownColumns(described);
  return [
    {
      name: `own/${table}.jsonl`,
      described,
      columns: [...columns.keys()],
      async *read(source) {
        const isOwn = belongingTo(described, source.subject) ?? sql<boolean>`false`;
        const rows = {
          table,
          primaryKey: source.primaryKeys.get(table) ?? [],
          columns: selectColumns(columns, source.subject.id),
        };
        if (described.isFoundByAccount !== true) {
          return yield* readPages(source.db, { ...rows, where: isOwn });
        }
        for await (const { workspaceId, accountId } of readContributed(source)) {
          const where = sql<boolean>`
            workspace_id = ${workspaceId} and account_id = ${accountId} and ${isOwn}`;
          yield* readPages(source.db, { ...rows, where });
        }
      },
    },
  ];
}

function mentionFile(table: string, described: DescribedTable): ExportedFile[] {
  const mentioning = mentioningColumns(described);
  if (mentioning.length === 0) return [];
  const columns = mentionColumns(described);
  return [
    {
      name: `mentions/${table}.jsonl`,
      described,
      columns: [...columns.keys()],
      async *read({ db, subject, primaryKeys }) {
        const isMentioned = sql<boolean>`(${sql.join(
          mentioning.map((column) => sql`${sql.ref(column)} = ${subject.id}`),
          sql` or `,
        )})`;
        const rows = {
          table,
          primaryKey: primaryKeys.get(table) ?? [],
          columns: selectColumns(columns, subject.id),
        };
        if (tenantTables[table] !== 'workspace_id') {
          return yield* readPages(db, { ...rows, where: isMentioned });
        }
        for (const workspaceId of await readWorkspaceIds(db, subject)) {
          const where = sql<boolean>`workspace_id = ${workspaceId} and ${isMentioned}`;
          yield* readPages(db, { ...rows, where });
        }
      },
    },
  ];
}

/** The accounts that a user contributes to. */
async function* readContributed({ db, subject, primaryKeys }: ExportSource) {
  const pages = readPages(db, {
    table: 'account_contributors',
    primaryKey: primaryKeys.get('account_contributors') ?? [],
    columns: sql`workspace_id as "workspaceId", account_id as "accountId"`,
    where: sql<boolean>`user_id = ${subject.id}`,
  });
  for await (const lines of pages) {
    for (const line of lines) {
      yield JSON.parse(line) as { workspaceId: string; accountId: string };
    }
  }
}

async function readWorkspaceIds(db: Connection, { id }: DataSubject): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('workspace_id')
    .where('user_id', '=', id)
    .orderBy('workspace_id')
    .execute();
  return rows.map(({ workspace_id: workspaceId }) => workspaceId);
}
