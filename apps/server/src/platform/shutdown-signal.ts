/** The request to end the process: a signal, or an internal failure. */
export interface ShutdownSignal {
  /** Resolves at the first signal; rejects when `fail` is called. */
  received: Promise<void>;
  /** Aborted at the first signal, so that a start in progress stops. */
  stopping: AbortSignal;
  fail: (error: Error) => void;
}

/** The interval at which a process started by npm checks whether npm still runs. */
const PARENT_CHECK_INTERVAL_MS = 500;

/**
 * A process that has not shut down after this time counts as hung. A service manager should wait a
 * little longer before it kills the process.
 */
const STOP_TIMEOUT_MS = 30_000;

/**
 * Starts to listen for signals. Only the first one counts: a single Ctrl-C under npm arrives twice,
 * from the terminal and from npm, and neither may interrupt the shutdown, which stops the database.
 */
export function listenForShutdown(): ShutdownSignal {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stopping = new AbortController();
  // A rejection before anything awaits the promise must not end the process.
  promise.catch(() => {});
  const onSignal = () => {
    stopping.abort();
    resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // A closed terminal or pipe must not interrupt the shutdown either.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  if (process.env['npm_lifecycle_event'] !== undefined) onLostParent(onSignal);
  return { received: promise, stopping: stopping.signal, fail: reject };
}

/**
 * Returns the result of the start; undefined after a signal. Errors after a signal are ignored, since a
 * terminal sends it to child processes of the start as well. A start that hangs after a signal, for example
 * while another process migrates, is reported, and the process ends.
 */
export async function startUnlessStopped<T>(
  start: Promise<T>,
  { stopping }: ShutdownSignal,
  onHung: (message: string) => void,
): Promise<T | undefined> {
  // Never cleared: after the signal the process ends, one way or the other.
  const onStopping = () => void exitWhenHung(onHung).unref();
  if (stopping.aborted) onStopping();
  else stopping.addEventListener('abort', onStopping, { once: true });
  try {
    return await start;
  } catch (error) {
    if (stopping.aborted) return undefined;
    throw error;
  } finally {
    stopping.removeEventListener('abort', onStopping);
  }
}

/** Runs `stop`; when it hangs, this is reported and the process ends. */
export async function stopInOrder(
  stop: () => Promise<void>,
  onHung: (message: string) => void,
): Promise<void> {
  const hung = exitWhenHung(onHung);
  await stop();
  clearTimeout(hung);
}

function exitWhenHung(onHung: (message: string) => void): NodeJS.Timeout {
  return setTimeout(() => {
    const waited = `${STOP_TIMEOUT_MS / 1_000} s`;
    onHung(`the process did not shut down within ${waited}; work under way is interrupted`);
    process.exit(1);
  }, STOP_TIMEOUT_MS);
}

/** A signal that reaches only npm is meant for the process that it runs. */
function onLostParent(onOrphaned: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onOrphaned();
  }, PARENT_CHECK_INTERVAL_MS);
  timer.unref();
}
