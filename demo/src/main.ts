import { listenForShutdown } from '../../apps/server/src/platform/shutdown-signal.ts';

/**
 * `npm run demo`: the whole product with sample people, on this machine, from one command. A signal
 * that comes while the rest of the program is loaded ends it in order as well.
 */
const signal = listenForShutdown();
try {
  const { present } = await import('./present.ts');
  await present(process.argv.slice(2), signal);
  process.exit(0);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

/**
 * One sentence; of a connection that broke, which is only 'fetch failed' by itself, with the
 * reason.
 */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return error instanceof TypeError && cause !== undefined
    ? `${message}: ${explain(cause)}`
    : message;
}
