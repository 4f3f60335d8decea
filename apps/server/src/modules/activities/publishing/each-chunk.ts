import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { chunkSize } from './chunk.ts';

let opened = 0;

/**
 * Reads a query in chunks through a cursor of the transaction, which sees the rows as they were
 * when it was opened, whatever `work` changes.
 */
export async function eachChunk<Row>(
  tx: Connection,
  query: RawBuilder<Row>,
  work: (rows: Row[]) => Promise<void>,
): Promise<void> {
  opened += 1;
  const cursor = sql.id(`chunks_${opened}`);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(chunkSize)} from ${cursor}`.execute(tx);
    if (rows.length > 0) await work(rows);
    if (rows.length < chunkSize) break;
  }
  await sql`close ${cursor}`.execute(tx);
}
