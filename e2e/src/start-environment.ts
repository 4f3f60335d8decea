import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const environment = fileURLToPath(new URL('environment/main.ts', import.meta.url));
const built = fileURLToPath(new URL('../../apps/web/dist/index.html', import.meta.url));

/** Starts the product once for all journeys; Playwright calls what it returns at the end. */
export default async function startEnvironment(): Promise<() => Promise<void>> {
  if (!existsSync(built))
    throw new Error('The web application is not built yet. Run `npm run build` first.');
  const child = spawn(process.execPath, [environment], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  process.env['TEST_ENVIRONMENT'] = await Promise.race([
    new Promise<string>((resolve) =>
      createInterface({ input: child.stdout }).once('line', resolve),
    ),
    exited.then(() => {
      throw new Error('The test environment ended before it was ready.');
    }),
  ]);
  return async () => {
    child.kill('SIGTERM');
    await exited;
  };
}
