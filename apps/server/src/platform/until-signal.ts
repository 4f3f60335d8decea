/** The wait for the end of a process: a signal from outside, or a failure from within. */
export interface UntilSignal {
  /** Resolves at the first signal to end; rejects when `fail` is called. */
  received: Promise<void>;
  /** Aborted at the first signal to end, so that a start under way goes no further. */
  stopping: AbortSignal;
  fail: (error: Error) => void;
}

/** How often a process that npm started looks whether npm is still there; milliseconds. */
const parentCheck = 500;

/**
 * How long a process takes to end in order before it counts as hung; milliseconds. Anyone who runs the
 * process should wait a little more before ending it by force.
 */
const stopTimeoutMs = 30_000;

/**
 * Listens for signals from now on. Only the first one counts: a single Ctrl-C under npm arrives
 * twice, from the terminal and from npm, and none of the two may cut off the orderly end, which
 * stops the database.
 */
export function untilSignal(): UntilSignal {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stopping = new AbortController();
  // A failure before anybody waits is told to anyone who waits later.
  promise.catch(() => {});
  const onSignal = () => {
    stopping.abort();
    resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // A terminal that was closed, or a pipe whose reader went away, must not cut off the end either.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  if (process.env['npm_lifecycle_event'] !== undefined) onLostParent(onSignal);
  return { received: promise, stopping: stopping.signal, fail: reject };
}

/**
 * What was started; undefined where a signal came before. A terminal sends it to the programs that
 * the start runs as well, so whatever fails after it is no failure. A start that hangs after a
 * signal, such as one that waits for another process to migrate, is reported, and the process ends.
 */
export async function startUnlessStopped<T>(
  start: Promise<T>,
  { stopping }: UntilSignal,
  onHung: (message: string) => void,
): Promise<T | undefined> {
  // Never cleared: from the signal on, the process ends either in order or so.
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

/** Stops what was started; a stop that hangs is reported, and the process ends without it. */
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
    const waited = `${stopTimeoutMs / 1_000} s`;
    onHung(`the process did not end in order within ${waited}; what was under way is cut off`);
    process.exit(1);
  }, stopTimeoutMs);
}

/** Anyone who ends npm means what it runs; a signal that reaches npm alone would leave us behind. */
function onLostParent(onOrphaned: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onOrphaned();
  }, parentCheck);
  timer.unref();
}
