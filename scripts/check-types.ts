import { runStep } from './run-step.ts';

for (const project of [
  'tsconfig.json',
  'apps/web/tsconfig.json',
  'e2e/tsconfig.json',
  'bench/tsconfig.json',
]) {
  const code = await runStep('tsc', ['--project', project]);
  if (code !== 0) process.exit(code);
}
