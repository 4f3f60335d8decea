import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '@repo/embedded-postgres/make-folder';
import type { Icon } from './find-icon.ts';
import { iconTypeOf } from './icon-type.ts';
import { hexId } from '#platform/ids.ts';

const day = 24 * 60 * 60 * 1000;
/** The age up to which a result is used without requesting the web site again; milliseconds. */
const freshness = { icon: 30 * day, miss: day };

/** Maximum size of the cache; a miss is an empty file, which also occupies a block. */
interface IconLimits {
  bytes: number;
  files: number;
}

const usual: IconLimits = { bytes: 1024 * 1024 * 1024, files: 200_000 };

/** `icon` is undefined when the domain was requested and has none. */
export interface CachedIcon {
  icon: Icon | undefined;
  isFresh: boolean;
}

/**
 * Stores icons in a folder, one file per domain; an empty file means that the domain has no icon. Beyond the
 * limits the oldest icons are removed. They are fetched again when they are shown.
 */
export class IconCache {
  readonly #folder: string;
  readonly #limits: IconLimits;
  /** Bytes written since the folder was last measured; the first write measures it. */
  #written: IconLimits;

  constructor(folder: string, limits: IconLimits = usual) {
    this.#folder = folder;
    this.#limits = limits;
    this.#written = { ...limits };
  }

  /** The cached icon of a domain; undefined if it was never requested. */
  async read(domain: string): Promise<CachedIcon | undefined> {
    const file = this.#fileOf(domain);
    try {
      const [bytes, { mtimeMs }] = await Promise.all([readFile(file), stat(file)]);
      const type = iconTypeOf(bytes);
      const icon = type && { type, bytes };
      const age = Date.now() - mtimeMs;
      return { icon, isFresh: age < (icon === undefined ? freshness.miss : freshness.icon) };
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async write(domain: string, icon: Icon | undefined): Promise<void> {
    makeFolder(this.#folder);
    const draft = path.join(this.#folder, `${randomUUID()}.part`);
    await writeFile(draft, icon?.bytes ?? '');
    await rename(draft, this.#fileOf(domain));
    this.#written.bytes += icon?.bytes.length ?? 0;
    this.#written.files += 1;
    const { bytes, files } = this.#written;
    // Measuring reads the whole folder, so it is done only after this much was written.
    if (bytes < this.#limits.bytes / 10 && files < this.#limits.files / 10) return;
    this.#written = { bytes: 0, files: 0 };
    await this.#removeOldest();
  }

  async #removeOldest(): Promise<void> {
    const kept: { file: string; size: number; mtimeMs: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      const file = path.join(this.#folder, name);
      // Another process may have removed it.
      const found = await stat(file).catch(() => undefined);
      if (found) kept.push({ file, size: found.size, mtimeMs: found.mtimeMs });
    }
    kept.sort((one, other) => other.mtimeMs - one.mtimeMs);
    let [bytes, files] = [0, 0];
    for (const { file, size } of kept) {
      bytes += size;
      files += 1;
      if (bytes > this.#limits.bytes || files > this.#limits.files) await rm(file, { force: true });
    }
  }

  #fileOf(domain: string): string {
    return path.join(this.#folder, hexId(domain));
  }
}
