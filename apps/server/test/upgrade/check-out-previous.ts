import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrations } from '../../src/migrations/index.ts';

const root = path.join(import.meta.dirname, '../../../..');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

export interface PreviousVersion {
  folder: string;
  commit: string;
  /** The migration that this version has and the previous one has not. */
  newest: string;
  remove: () => Promise<void>;
}

/** The state of the repository just before the newest migration came in, ready to be started. */
export async function checkOutPrevious(): Promise<PreviousVersion> {
  const newest = Object.keys(migrations).at(-1) ?? '';
  const file = `apps/server/src/migrations/${newest}.ts`;
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', file);
  if (added === '') throw new Error(`${file} is not committed yet: there is no version before it.`);
  const commit = git('rev-parse', `${added}^`);
  const folder = await mkdtemp(path.join(tmpdir(), 'previous-'));
  execFileSync('sh', ['-c', `git -C "$0" archive ${commit} | tar -xf - -C "$1"`, root, folder]);
  await linkPackages(folder);
  return {
    folder,
    commit,
    newest,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
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
