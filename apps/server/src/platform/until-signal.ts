/** The wait for the end of a process: a signal from outside, or a failure from within. */
export interface UntilSignal {
  /** Resolves at the first SIGINT or SIGTERM; rejects when `fail` is called. */
  received: Promise<void>;
  fail: (error: Error) => void;
}

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
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return { received: promise, fail: reject };
}
