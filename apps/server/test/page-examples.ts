import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const docs = path.join(import.meta.dirname, '../../../docs');

/** An example of a page of the documentation, as it is copied from it. */
export interface PageExample {
  name: string;
  language: 'sh' | 'ts' | 'python';
  code: string;
}

/** Reads a page of the documentation. */
export const readPage = (name: string): Promise<string> => readFile(path.join(docs, name), 'utf8');

/** The examples of a page that can be run, in order. */
export const examplesOf = (page: string): PageExample[] =>
  [...page.matchAll(/^```(sh|ts|python)\n(.*?)^```$/gms)].map(
    ([, language = '', code = ''], at) => ({
      name: `example ${at + 1}`,
      language: language as PageExample['language'],
      code,
    }),
  );

const hasCommand = (name: string): boolean => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const has = { sh: hasCommand('curl'), ts: true, python: hasCommand('python3') };

/** Whether this machine has what an example needs. */
export const canRun = ({ language }: PageExample): boolean => has[language];

/**
 * Runs an example as a user would.
 *
 * @returns what it prints. Rejects when it fails.
 */
export async function runExample(
  { language, code }: PageExample,
  environment: Record<string, string>,
): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  if (language === 'sh') return (await run('bash', ['-eu', '-c', code], { env })).stdout;
  if (language === 'python') return (await run('python3', ['-c', code], { env })).stdout;
  const folder = await mkdtemp(path.join(tmpdir(), 'page-example-'));
  try {
    const file = path.join(folder, 'example.mts');
    // An example finds the packages that it imports.
    await symlink(path.join(docs, '../node_modules'), path.join(folder, 'node_modules'));
    await writeFile(file, code);
    return (await run(process.execPath, ['--no-warnings', file], { env })).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
