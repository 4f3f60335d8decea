import { createHash } from 'node:crypto';
import { type ZipFile, writeZip } from '../archive/write-zip.ts';
import {
  COMPLETE_NAME,
  type FileSum,
  MANIFEST_NAME,
  type WorkspaceCompletion,
} from './workspace-file.ts';

interface RowFile {
  name: string;
  /** Pages of lines, each the JSON of a row. */
  pages: AsyncIterable<string[]>;
}

interface Archive {
  manifest: object;
  files: Iterable<RowFile>;
  /** Called with the number of rows, after each page. */
  onPage: (rows: number) => Promise<unknown> | void;
}

/** Writes files of rows between a manifest and their sums, as a zip stream in constant memory. */
export async function* writeArchive(
  { manifest, files, onPage }: Archive,
  now: Date,
): AsyncGenerator<Buffer> {
  const sums: Record<string, FileSum> = {};

  async function* lines({ name, pages }: RowFile): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const sum = { rows: 0, bytes: 0, sha256: '' };
    for await (const page of pages) {
      const text = Buffer.from(`${page.join('\n')}\n`);
      hash.update(text);
      sum.rows += page.length;
      sum.bytes += text.length;
      await onPage(page.length);
      yield text;
    }
    sums[name] = { ...sum, sha256: hash.digest('hex') };
  }

  async function* entries(): AsyncGenerator<ZipFile> {
    const head = json(manifest);
    yield { name: MANIFEST_NAME, content: [head] };
    for (const file of files) yield { name: file.name, content: lines(file) };
    const completion: WorkspaceCompletion = {
      complete: true,
      manifestSha256: createHash('sha256').update(head).digest('hex'),
      files: sums,
    };
    yield { name: COMPLETE_NAME, content: [json(completion)] };
  }

  yield* writeZip(entries(), now);
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
