import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { listNames, readNames } from './named-commands.ts';
import { proofs, type Proof } from './proofs.ts';
import { replaceProof } from './replace-proof.ts';

/**
 * `npm run proof` lists the proofs, `npm run proof -- faults upgrade` runs those two and
 * `npm run proof -- all` runs each. Options belong to the proof: `npm run proof -- cluster --journeys`.
 *
 * A proof that holds writes its output to docs/proof. One that fails, or cannot run, leaves the evidence
 * of its last success there; its output is in node_modules/.cache/proof.
 */
const root = path.join(import.meta.dirname, '..');
const evidence = path.join(root, 'docs/proof');
const failures = path.join(root, 'node_modules/.cache/proof');
const { names, options } = readNames(process.argv.slice(2), proofs);

/** Replaces paths of this machine, which mean nothing to others. */
const impersonal = (text: string) =>
  stripVTControlCharacters(text)
    .replaceAll(root, '.')
    .replaceAll(/\/tmp\/[\w.-]+/g, '/tmp/…')
    .split('\n')
    .filter((line) => !line.startsWith('npm warn'))
    .join('\n');

/** Stores standard output as evidence, and also standard error when the proof fails. */
async function prove(name: string, { command: [program, ...args] }: Proof): Promise<boolean> {
  console.log(`\n── ${name}`);
  const begun = new Date();
  const child = spawn(program, [...args, ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, progress] = [collect(child.stdout), collect(child.stderr)];
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      console.error(`Could not start "${program}": ${error.message}`);
      resolve(1);
    });
    void once(child, 'close').then(([exitCode]) => resolve((exitCode as number | null) ?? 1));
  });
  const taken = Math.round((Date.now() - begun.getTime()) / 1_000);
  const command = ['npm run proof --', name, ...options].join(' ');
  const isProved = code === 0 && output().trim() !== '';
  const head = `${command}, ${begun.toISOString()}, ${taken} s: ${isProved ? 'holds' : `FAILED with ${code}`}`;
  const text = isProved ? output() : `${output()}\n${progress().slice(-10_000)}`;
  const proof = `${head}\n\n${impersonal(text).trim()}\n`;
  const file = path.join(isProved ? evidence : failures, `${name}.txt`);
  await mkdir(path.dirname(file), { recursive: true });
  const before = isProved ? await readFile(file, 'utf8').catch(() => '') : '';
  await writeFile(file, replaceProof(before, command, proof));
  if (!isProved) {
    const reason = code === 0 ? 'printed no evidence' : `failed with ${code}`;
    console.error(`\n${name} ${reason}. Its output is in ${path.relative(root, file)}.`);
  }
  return isProved;
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

if (names.length === 0) listNames('proof', proofs);
for (const name of names) {
  const proof = proofs[name];
  if (proof !== undefined && !(await prove(name, proof))) process.exitCode = 1;
}
