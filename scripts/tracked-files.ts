import { spawnSync } from 'node:child_process';

/**
 * The files of the repository that match the patterns, with those that are not committed yet but not the
 * ignored ones. Ends the process with a message where the folder is not a git repository, such as an
 * unpacked archive.
 */
export function trackedFiles(...patterns: string[]): string[] {
  const { status, stdout, stderr, error } = spawnSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) {
    const reason = (error?.message ?? stderr).trim().split('\n')[0];
    console.error(`This check lists its files with git and runs in a git clone only (${reason}).`);
    process.exit(1);
  }
  return stdout.split('\n').filter((file) => file !== '');
}
