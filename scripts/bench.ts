import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { benchmarks, type Benchmark } from './benchmarks.ts';
import { listNames, readNames } from './named-commands.ts';

/**
 * `npm run bench` lists the benchmarks and `npm run bench -- accounts --seconds 5` runs one with its
 * options. Figures count only on a machine that does nothing else.
 */
const { names, options } = readNames(process.argv.slice(2), benchmarks);
if (names.length === 0) listNames('bench', benchmarks);
for (const name of names) {
  const benchmark = benchmarks[name];
  if (benchmark !== undefined) run(benchmark);
}

function run({ file, asProduct }: Benchmark): void {
  const script = path.join(import.meta.dirname, '../bench/src', file);
  const settings = asProduct ? ['--max-semi-space-size=4'] : [];
  const env = asProduct ? { ...process.env, MALLOC_ARENA_MAX: '2' } : process.env;
  const { status } = spawnSync('node', [...settings, script, ...options], {
    stdio: 'inherit',
    env,
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
