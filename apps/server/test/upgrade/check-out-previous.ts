import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../../..');

export interface PreviousVersion {
  folder: string;
  /** The commit of the previous version, as shown in the report. */
  commit: string;
  remove: () => Promise<void>;
}

/**
 * Checks out the code before a migration was added, from the repository's history, ready to run
 * with the packages that its own lockfile names: those installed here when they are the same.
 *
 * @throws when the history does not reach back that far, as in a shallow clone.
 */
export async function checkOutPrevious(migration: string): Promise<PreviousVersion> {
  const commit = commitBefore(`apps/server/src/migrations/${migration}.ts`);
  const folder = await mkdtemp(path.join(tmpdir(), 'previous-'));
  const archive = path.join(folder, 'previous.tar');
  git('archive', `--output=${archive}`, commit);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  if (git('show', `${commit}:package-lock.json`) === git('show', 'HEAD:package-lock.json')) {
    await linkPackages(folder);
  } else {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  }
  return {
    folder,
    commit: git('log', '-1', '--format=%h of %cs', commit),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The last commit without the file. */
function commitBefore(file: string): string {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', file).split('\n').at(-1);
  if (!added) {
    throw new Error(
      `The history of the repository does not tell which commit added ${file}: commit it, or fetch the whole history.`,
    );
  }
  return git('rev-parse', '--verify', `${added}^`);
}

const git = (...args: string[]): string => {
  try {
    return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  } catch (cause) {
    throw new Error(
      'The version before is taken from the history of the repository, and there is none here.',
      { cause },
    );
  }
};

/** Links the packages that are installed here, and the workspaces of the previous version. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [path.join(root, 'node_modules'), path.join(folder, 'node_modules')];
  await mkdir(path.join(to, '@repo'), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== '@repo') await symlink(path.join(from, name), path.join(to, name));
  }
  for (const name of await readdir(path.join(folder, 'packages'))) {
    await symlink(path.join(folder, 'packages', name), path.join(to, '@repo', name));
  }
  const own = 'apps/server/node_modules';
  await symlink(path.join(root, own), path.join(folder, own)).catch(() => {});
}
