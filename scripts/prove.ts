import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { replaceProof } from './replace-proof.ts';

/**
 * `npm run proof`: what takes too long for every change, one after the other. Each writes what it
 * said to docs/proof under its name; `npm run proof:faults` and `npm run proof -- faults upgrade`
 * run only those. Options are the proof's own: `npm run proof:cluster -- --journeys`.
 */
const proofs: Record<string, string[]> = {
  abuse: ['node', 'apps/server/test/abuse/prove-abuse.ts'],
  cluster: ['node', 'apps/server/test/cluster/prove-cluster.ts'],
  faults: ['node', 'apps/server/test/faults/prove-faults.ts'],
  'mail-servers': ['node', 'apps/server/test/mail-servers/prove-mail-servers.ts'],
  mailboxes: ['node', 'demo/test/prove-mailboxes.ts'],
  'node-kills': ['node', 'apps/server/test/cluster/kills/prove-node-kills.ts'],
  quota: ['node', 'demo/test/prove-quota.ts'],
  stops: ['node', 'demo/test/prove-stops.ts'],
  upgrade: ['node', 'apps/server/test/upgrade/prove-upgrade.ts'],
  nginx: ['node', 'apps/server/test/prove-behind-nginx.ts'],
  operations: ['node', 'bench/src/operations.ts'],
  'fresh-machine': ['sh', 'deploy/prove-fresh-machine.sh'],
  install: ['sh', 'deploy/prove-install.sh'],
  image: ['sh', 'deploy/prove-image.sh'],
};

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'docs/proof');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
const unknown = wanted.filter((name) => !(name in proofs));
if (unknown.length > 0) {
  console.error(
    `There is no proof ${unknown.join(', ')}; there are ${Object.keys(proofs).join(', ')}.`,
  );
  process.exit(1);
}

/** Replaces paths of this machine, which mean nothing to others. */
const impersonal = (text: string) =>
  stripVTControlCharacters(text)
    .replaceAll(root, '.')
    .replaceAll(/\/tmp\/[\w.-]+/g, '/tmp/…')
    .split('\n')
    .filter((line) => !line.startsWith('npm warn'))
    .join('\n');

/** Stores standard output only; standard error shows the progress, or why it failed. */
async function prove(name: string, [program = '', ...args]: readonly string[]): Promise<boolean> {
  console.log(`\n── ${name}`);
  const begun = new Date();
  const child = spawn(program, [...args, ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, progress] = [collect(child.stdout), collect(child.stderr)];
  const [code] = await once(child, 'close');
  const taken = Math.round((Date.now() - begun.getTime()) / 1_000);
  const command = [`npm run proof:${name}`, ...(options.length > 0 ? ['--', ...options] : [])].join(
    ' ',
  );
  const head = `${command}, ${begun.toISOString()}, ${taken} s: ${code === 0 ? 'holds' : `FAILED with ${code}`}`;
  const text = code === 0 ? output() : `${output()}\n${progress().slice(-10_000)}`;
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name}.txt`);
  const before = await readFile(file, 'utf8').catch(() => '');
  const proof = `${head}\n\n${impersonal(text).trim()}\n`;
  await writeFile(file, replaceProof(before, command, proof));
  return code === 0;
}

/** Prints the output as it comes, and returns all of it. */
function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    process.stdout.write(part);
    text += part;
  });
  return () => text;
}

for (const [name, command] of Object.entries(proofs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (!(await prove(name, command))) process.exitCode = 1;
}
