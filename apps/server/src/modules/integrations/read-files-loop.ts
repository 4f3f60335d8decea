import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#platform/context.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import type { FileReader } from './provider/file-reader.ts';
import { takeFileLease } from './file-lease.ts';
import { readTurn } from './mail-files/read-turn.ts';

/** After this time a file is interrupted if another one waits; milliseconds. */
const TURN_MS = 20_000;
/** A file up to this size is read within seconds, so it does not wait for the turn of a larger one. */
const SMALL_FILE_BYTES = 8 * 1024 * 1024;
/** Small files interrupt each other sooner: an archive may be small and contain much. */
const SMALL_FILE_TURN_MS = 2_000;
/** After a failure the process looks again after this; milliseconds. */
const ERROR_RETRY_MS = 5_000;

export interface ReadFilesLoop {
  /** Stops after the current part and waits until it is stored. */
  stop: () => Promise<void>;
}

/**
 * Reads uploaded files as long as the process runs, in turns: one of any size, and one small one beside
 * it. The table of files is the queue, as that of integrations is for syncs.
 */
export function startReadingFiles(
  context: Pick<Context, 'db' | 'log' | 'config'>,
  reader: FileReader,
  { pollInterval = 1_000, turnMs = TURN_MS } = {},
): ReadFilesLoop {
  const stopping = new AbortController();
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
  const run = async (lane: { maxBytes?: number; turnMs: number }) => {
    while (!stopping.signal.aborted) {
      try {
        const lease = await takeFileLease(context.db, lane.maxBytes);
        if (lease === undefined) await pause(pollInterval);
        else {
          const options = { stopping: stopping.signal, turnMs: lane.turnMs };
          await readTurn(context, reader, lease, options);
        }
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) {
          context.log.error({ err: error }, 'files were not read');
        }
        await pause(ERROR_RETRY_MS);
      }
    }
  };
  const running = Promise.all([
    run({ turnMs }),
    run({ maxBytes: SMALL_FILE_BYTES, turnMs: Math.min(turnMs, SMALL_FILE_TURN_MS) }),
  ]);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
