import { listenForShutdown } from './platform/shutdown-signal.ts';

/**
 * `npm start`: the production server, configured by environment variables (`.env.example`). A
 * signal that arrives while the rest of the program is being loaded also leads to an orderly
 * shutdown.
 */
const signal = listenForShutdown();
try {
  const { serve } = await import('./serve.ts');
  await serve(process.argv.slice(2), signal);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
