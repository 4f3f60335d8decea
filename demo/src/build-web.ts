import { spawn } from 'node:child_process';
import { existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const target = path.join(root, 'apps/web/dist');
const built = path.join(target, 'index.html');
const sources = ['apps/web/{src,public}/**', 'apps/web/*.*', 'packages/{contract,domain}/src/**'];

/**
 * Builds the web application unless what is built is newer than its sources. An interrupted build
 * leaves what was there before.
 *
 * @param stopping ends the build when it is aborted; the promise is rejected then.
 */
export async function buildWeb(log: (line: string) => void, stopping?: AbortSignal): Promise<void> {
  if (isFresh()) return;
  log('Building the web application …');
  const draft = path.join(root, '.cache', `web-${process.pid}`);
  try {
    await build(draft, stopping);
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function build(folder: string, stopping: AbortSignal | undefined): Promise<void> {
  // In a separate process, so that the memory of the build is freed when it ends.
  const child = spawn(
    process.execPath,
    [viteProgram(), 'build', 'apps/web', '--logLevel', 'error', '--outDir', folder],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(stopping && { signal: stopping }),
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
