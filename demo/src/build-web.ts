import { spawn } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const built = path.join(root, 'apps/web/dist/index.html');
const sources = ['apps/web/{src,public}/**', 'apps/web/*.*', 'packages/{contract,domain}/src/**'];

/** Builds the web application unless what is built is newer than its sources. */
export async function buildWeb(log: (line: string) => void): Promise<void> {
  if (isFresh()) return;
  log('Building the web application …');
  // A process of its own: what a build needs of memory goes back when it ends.
  const child = spawn(
    process.execPath,
    [viteProgram(), 'build', 'apps/web', '--logLevel', 'error'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => resolve(exit ?? 1));
  });
  if (code !== 0) {
    throw new Error(`The web application could not be built:\n${Buffer.concat(output).toString()}`);
  }
}

const viteProgram = () => path.join(root, 'node_modules/vite/bin/vite.js');

function isFresh(): boolean {
  if (!existsSync(built)) return false;
  const since = statSync(built).mtimeMs;
  return globSync(sources, { cwd: root }).every(
    (file) => statSync(path.join(root, file)).mtimeMs <= since,
  );
}
