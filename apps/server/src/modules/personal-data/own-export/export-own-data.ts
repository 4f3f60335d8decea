import type { Connection } from '#platform/database/create-database.ts';
import { dataKinds } from '#platform/database/data-register/data-kinds.ts';
import { type ZipFile, writeZip } from '../archive/write-zip.ts';
import type { DataSubject } from '../own-data/belonging-to.ts';
import { exportedFiles } from './exported-files.ts';
import { readPrimaryKeys } from '../archive/read-pages.ts';

/** The version of the format, which docs/export-format.md describes. A change that readers notice is a new one. */
export const EXPORT_VERSION = 1;

export interface OwnExport {
  db: Connection;
  subject: DataSubject & { name: string };
  /** Checks between two pages that the user may still read; throws where not. */
  requireStill: () => Promise<unknown>;
  /** How often that is checked, at most; milliseconds. */
  checkIntervalMs?: number;
}

/** Everything that the server stores about a user, as a zip stream of lines of JSON, in constant memory. */
export async function* exportOwnData(
  { db, subject, requireStill, checkIntervalMs = 5_000 }: OwnExport,
  now = new Date(),
): AsyncGenerator<Buffer> {
  const primaryKeys = await readPrimaryKeys(db);
  const source = { db, subject, primaryKeys };
  const rows: Record<string, number> = {};
  let checkedAt = performance.now();

  async function* lines(name: string, pages: AsyncGenerator<string[]>): AsyncGenerator<string> {
    rows[name] = 0;
    for await (const page of pages) {
      if (performance.now() - checkedAt > checkIntervalMs) {
        await requireStill();
        checkedAt = performance.now();
      }
      rows[name] += page.length;
      yield `${page.join('\n')}\n`;
    }
  }

  async function* files(): AsyncGenerator<ZipFile> {
    yield { name: 'manifest.json', content: [json(manifest(subject, now))] };
    for (const { name, read } of exportedFiles) {
      yield { name, content: lines(name, read(source)) };
    }
    yield { name: 'complete.json', content: [json({ complete: true, rows })] };
  }

  yield* writeZip(files(), now);
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const manifest = ({ id, email, name }: OwnExport['subject'], now: Date) => ({
  format: 'account-tracker-own-data',
  version: EXPORT_VERSION,
  exportedAt: now.toISOString(),
  user: { id, email, name },
  files: exportedFiles.map(({ name: file, described, columns }) => {
    const { title, whatFor, kept } = dataKinds[described.kind];
    return { file, kind: title, row: described.row, whatFor, kept, columns };
  }),
});
