import { readCommandLine, UsageError } from './command-line.ts';
import { startSandbox } from './start-sandbox.ts';
import { DataFolderError } from './storage/open-storage.ts';

/**
 * The sandbox as a separate process. It ends on SIGTERM and SIGINT. After a kill, a start on the
 * same folder continues with everything that it had responded with.
 */
async function main(): Promise<void> {
  const { json, shiftDays, ...options } = readCommandLine(process.argv.slice(2));
  const sandbox = await startSandbox({
    ...options,
    ...(shiftDays === undefined ? {} : { shiftDays }),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      sandbox.close().catch(fail);
    });
  }
  const people = sandbox.mailboxes().map(({ address, name, messages }) => ({
    address,
    name,
    messages,
    firefliesKey: sandbox.firefliesKey(address),
  }));
  const state = { url: sandbox.url, pid: process.pid, shiftDays: sandbox.shiftDays, people };
  process.stdout.write(
    `${json ? JSON.stringify(state) : `The sandbox answers at ${sandbox.url}`}\n`,
  );
}

/** A failure that the user can fix is printed as one sentence; any other with its stack. */
function fail(error: unknown): void {
  const isUsage = error instanceof UsageError;
  const isPlain = isUsage || error instanceof DataFolderError;
  const text = error instanceof Error ? (isPlain ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = isUsage ? 2 : 1;
}

main().catch(fail);
