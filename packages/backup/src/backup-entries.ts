import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { ByteReader } from './byte-reader.ts';

/**
 * A backup is one file, compressed by zstd: a line of JSON for the head; for each table a line with
 * its columns, parts in PostgreSQL's text format for COPY, each after a line with its length, and a
 * line with the number of rows and the SHA-256 of all parts; and a last line with the SHA-256 of
 * everything before it. zstd's own checksum does not suffice: Node's decoder does not always report
 * a file that ends early.
 */
export const backupHead = z.object({
  format: z.literal(1),
  takenAt: z.string(),
  /** The migrations that created the schema. */
  migrations: z.array(z.string()).min(1),
  /** Ids of the keys that secrets in it are encrypted with. */
  keyIds: z.array(z.string()),
});
export type BackupHead = z.infer<typeof backupHead>;

const line = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ bytes: z.number().int().positive() }),
  z.object({ rows: z.number().int(), sha256: z.string() }),
  z.object({
    end: z.literal(true),
    tables: z.number().int(),
    /** The first backups have none. */
    sha256: z.string().optional(),
  }),
]);

/** The file is not a backup, ends early or was changed. */
export class DamagedBackupError extends Error {
  override name = 'DamagedBackupError';
}

/** Receives the parts of a backup in their order. */
export interface BackupVisitor {
  head?: (head: BackupHead) => Promise<void>;
  table?: (table: { name: string; columns: string[] }) => Promise<void>;
  part?: (bytes: Buffer) => Promise<void>;
  tableEnd?: (rows: number) => Promise<void>;
}

/**
 * Reads a backup to its end and verifies the checksums of each table and of the whole file.
 *
 * @throws DamagedBackupError
 */
export async function readBackup(file: string, visitor: BackupVisitor): Promise<void> {
  if (!(await stat(file).catch(() => undefined))) throw new Error(`There is no file ${file}.`);
  const source = createReadStream(file);
  const plain = createZstdDecompress();
  source.once('error', (error) => plain.destroy(error));
  const reader = new ByteReader(source.pipe(plain));
  try {
    const whole = createHash('sha256');
    const first = await reader.line();
    whole.update(`${first}\n`);
    await visitor.head?.(backupHead.parse(JSON.parse(first)));
    await readTables(reader, visitor, whole);
    await reader.end();
  } catch (error) {
    if (isDamage(error)) {
      throw new DamagedBackupError(`${file} is damaged or not a backup: ${error.message}`, {
        cause: error,
      });
    }
    throw error;
  } finally {
    source.destroy();
  }
}

async function readTables(reader: ByteReader, visitor: BackupVisitor, whole: Hash): Promise<void> {
  let [tables, hash, name] = [0, createHash('sha256'), ''];
  for (;;) {
    const text = await reader.line();
    const next = line.parse(JSON.parse(text));
    if ('end' in next) {
      if (next.tables !== tables) throw new DamagedBackupError('a table is missing');
      if (next.sha256 !== undefined && next.sha256 !== whole.digest('hex')) {
        throw new DamagedBackupError('the checksum of the whole file does not match');
      }
      return;
    }
    whole.update(`${text}\n`);
    if ('table' in next) {
      [hash, name] = [createHash('sha256'), next.table];
      await visitor.table?.({ name, columns: next.columns });
    } else if ('bytes' in next) {
      const bytes = await reader.take(next.bytes);
      hash.update(bytes);
      whole.update(bytes);
      await visitor.part?.(bytes);
    } else {
      if (hash.digest('hex') !== next.sha256) {
        throw new DamagedBackupError(`the checksum of ${name} does not match`);
      }
      tables += 1;
      await visitor.tableEnd?.(next.rows);
    }
  }
}

/** Whether the file causes the error: it ends early, was changed or is not a backup. */
function isDamage(error: unknown): error is Error {
  if (error instanceof DamagedBackupError || error instanceof z.ZodError) return true;
  if (error instanceof SyntaxError) return true;
  return error instanceof Error && 'code' in error && /^(Z|ERR_ZSTD)/i.test(String(error.code));
}
