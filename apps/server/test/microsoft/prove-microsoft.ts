import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from '@repo/sandbox/start-sandbox';
import { clientId, clientSecret } from '@repo/sandbox/testing/sign-in';
import { switchedCalendarRuns, switchedRuns } from './nasty-switches.ts';
import { runCalendarOperations } from './run-calendar-operations.ts';
import { runOperations } from './run-operations.ts';

/**
 * Follows a mailbox and a calendar of the stand-in that change at random, with failures and kills, and
 * compares what is stored with what is there. Exit code 1 if it differs.
 */
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000) + 1) },
  },
});
const write = (line: string) => void process.stdout.write(`${line}\n`);
const [operations, seed] = [Number(values.operations), Number(values.seed)];
const address = 'ann@example.org';

const runs = [
  ...switchedRuns.map((run) => ['Mail', runOperations, ...run] as const),
  ...switchedCalendarRuns.map((run) => ['Calendar', runCalendarOperations, ...run] as const),
];
for (const [service, runRandom, name, switches] of runs) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'proof-'));
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    mailboxes: [{ address, name: 'Ann Arbor' }],
    clientId,
    clientSecret,
  });
  try {
    const begun = Date.now();
    const { comparisons, differences, stored } = await runRandom({
      sandbox,
      address,
      operations,
      every: 100,
      seed,
      switches,
    });
    const seconds = Math.round((Date.now() - begun) / 1_000);
    write(`Microsoft 365 ${service} ${name}, ${operations} random operations (seed ${seed}):`);
    write(`Compared ${comparisons} times in ${seconds} s; ${stored} stored in the end.`);
    write(`Differences: ${differences.length}`);
    for (const difference of differences.slice(0, 20)) write(`  ${JSON.stringify(difference)}`);
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
