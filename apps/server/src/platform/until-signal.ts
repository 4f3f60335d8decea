/** The wait for the end of a process: a signal from outside, or a failure from within. */
export interface UntilSignal {
  /** Resolves at the first signal to end; rejects when `fail` is called. */
  received: Promise<void>;
  fail: (error: Error) => void;
}

/** How often a process that npm started looks whether npm is still there; milliseconds. */
const parentCheck = 500;

/** A second signal ends the process at once, for the case that an orderly end hangs. */
export function untilSignal(): UntilSignal {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // A failure before anybody waits is told to whoever waits later.
  promise.catch(() => {});
  let count = 0;
  const onSignal = () => {
    count += 1;
    if (count > 1) process.exit(1);
    resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (process.env['npm_lifecycle_event'] !== undefined) onLostParent(resolve);
  return { received: promise, fail: reject };
}

/** Whoever ends npm means what it runs; a signal that reaches npm alone would leave us behind. */
function onLostParent(tell: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    tell();
  }, parentCheck);
  timer.unref();
}
