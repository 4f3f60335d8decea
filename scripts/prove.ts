import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * `npm run proof`: what takes too long for every change, each with its last output in docs/proof.
 * `npm run proof -- faults upgrade` runs only those.
 */
const proofs: Record<string, string[]> = {
  faults: ['run', '--silent', 'proof:faults'],
  mailboxes: ['run', '--silent', 'proof:mailboxes'],
  upgrade: ['run', '--silent', 'proof:upgrade'],
  nginx: ['run', '--silent', 'proof:nginx'],
  install: ['run', '--silent', 'proof:install'],
  operations: ['run', '--silent', 'bench:operations'],
};

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'docs/proof');
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in proofs));
if (unknown.length > 0) {
  console.error(
    `There is no proof ${unknown.join(', ')}; there are ${Object.keys(proofs).join(', ')}.`,
  );
  process.exit(1);
}

/** Paths of this machine tell nobody anything. */
const impersonal = (text: string) =>
  stripVTControlCharacters(text)
    .replaceAll(root, '.')
    .replaceAll(/\/tmp\/[\w.-]+/g, '/tmp/…')
    .split('\n')
    .filter((line) => !line.startsWith('npm warn'))
    .join('\n');

async function prove(name: string, args: readonly string[]): Promise<boolean> {
  console.log(`\n── ${name}`);
  const begun = new Date();
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      process.stdout.write(part);
      output += part;
    });
  }
  const [code] = await once(child, 'close');
  const taken = Math.round((Date.now() - begun.getTime()) / 1_000);
  const head = `npm ${args.join(' ').replace('--silent ', '')}, ${begun.toISOString()}, ${taken} s: ${code === 0 ? 'holds' : `FAILED with ${code}`}`;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.txt`), `${head}\n\n${impersonal(output).trim()}\n`);
  return code === 0;
}

for (const [name, args] of Object.entries(proofs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (!(await prove(name, args))) process.exitCode = 1;
}
