import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../../platform/make-folder.ts';
import type { Icon } from './find-icon.ts';
import { iconTypeOf } from './icon-type.ts';

const day = 24 * 60 * 60 * 1000;
/** For how long an answer stands before the web site is asked again; milliseconds. */
const freshness = { icon: 30 * day, miss: day };

/** `icon` undefined: the domain was asked and has none. */
export interface CachedIcon {
  icon: Icon | undefined;
  isFresh: boolean;
}

/** Keeps icons in a folder, one file a domain; an empty file says that there is none. */
export class IconCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What is kept for a domain; undefined when it was never asked. */
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
  }

  #fileOf(domain: string): string {
    return path.join(this.#folder, createHash('sha256').update(domain).digest('hex').slice(0, 32));
  }
}
