import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const peers = path.join(root, 'bench/grid-peers');

/**
 * Installs and builds the grids to compare with. They are outside of the workspaces, so that
 * they are not installed with the product. Returns the folder of the build.
 */
export function buildPeers(): string {
  if (!existsSync(path.join(peers, 'node_modules'))) {
    run('npm', ['ci', '--prefix', peers, '--no-audit', '--no-fund', '--loglevel=error']);
  }
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  run(process.execPath, [vite, 'build', '--config', path.join(peers, 'vite.config.ts')]);
  return path.join(peers, 'dist');
}

function run(command: string, args: string[]): void {
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
