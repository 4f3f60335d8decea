import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrations } from '../../src/migrations/index.ts';

const root = path.join(import.meta.dirname, '../../../..');

export interface PreviousVersion {
  folder: string;
  /** The migration that this version has and the previous one has not. */
  newest: string;
  remove: () => Promise<void>;
}

/**
 * The committed state without its newest migration, ready to be started. Before the first release
 * there is no other version to compare with: earlier states lack migrations that do not only add.
 */
export async function checkOutPrevious(): Promise<PreviousVersion> {
  const newest = Object.keys(migrations).at(-1) ?? '';
  const folder = await mkdtemp(path.join(tmpdir(), 'previous-'));
  execFileSync('sh', ['-c', 'git -C "$0" archive HEAD | tar -xf - -C "$1"', root, folder]);
  const list = path.join(folder, 'apps/server/src/migrations');
  await rm(path.join(list, `${newest}.ts`));
  const index = await readFile(path.join(list, 'index.ts'), 'utf8');
  const lines = index.split('\n').filter((line) => !line.includes(newest));
  await writeFile(path.join(list, 'index.ts'), lines.join('\n'));
  await linkPackages(folder);
  return { folder, newest, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The installed packages of this version, and the workspaces of the previous one. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')];
  await mkdir(path.join(to, '@repo'), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== '@repo') await symlink(path.join(from, name), path.join(to, name));
  }
  for (const name of ['contract', 'domain']) {
    await symlink(path.join(folder, 'packages', name), path.join(to, '@repo', name));
  }
}
