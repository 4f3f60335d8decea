import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { benchmarks } from './benchmarks.ts';
import { proofs } from './proofs.ts';

const root = path.join(import.meta.dirname, '..');

it('has evidence for each proof, and a proof for each evidence', () => {
  const evidence = readdirSync(path.join(root, 'docs/proof'))
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.replace(/\.txt$/, ''));
  expect(evidence.toSorted()).toEqual(Object.keys(proofs).toSorted());
});

it('names files that exist', () => {
  const files = [
    ...Object.values(proofs).map(({ command }) => command[1]),
    ...Object.values(benchmarks).map(({ file }) => `bench/src/${file}`),
  ];
  expect(files.filter((file) => file === undefined || !existsSync(path.join(root, file)))).toEqual(
    [],
  );
});
