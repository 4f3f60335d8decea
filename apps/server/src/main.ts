import { listenForShutdown } from './platform/shutdown-signal.ts';

/**
 * `npm start`: the server for real use, its settings from the environment (`.env.example`). A signal
 * that comes while the rest of the program is loaded ends it in order as well.
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
