import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { describeKeys } from './earlier/key-statistics.ts';

const folder = path.join(import.meta.dirname, 'baseline');

/**
 * Creates the whole schema in an empty database, from the files of `baseline/`. It is what the migrations
 * up to `BASELINE` lead to, which `npm test` compares (docs/decisions/baseline.md).
 */
export async function createSchema(db: Kysely<unknown>): Promise<void> {
  for (const file of readdirSync(folder).toSorted()) {
    await sql.raw(readFileSync(path.join(folder, file), 'utf8')).execute(db);
  }
  await describeKeys(db);
}
