import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Measured, MeasuredMailbox } from './capture/measured.ts';
import { family } from './process-memory.ts';
import { startThrowawayPostgres } from './start-throwaway-postgres.ts';

/**
 * Measures how many emails are captured in a second from a mailbox on Dovecot on this machine, over
 * TLS: the search, heads, whole emails, MIME, storing and publishing. In turns with it, the same
 * emails are read by the same libraries alone: transferred, and transferred and parsed. Each time
 * in a process of its own, and captured into a new database. And the memory, which should not grow
 * with the mailbox.
 */
const { values, positionals } = parseArgs({
  options: {
    mails: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    /** Of a mailbox in files. */
    domains: { type: 'string', default: 'acme.com' },
  },
  /** Files in the mbox format in place of generated mails. */
  allowPositionals: true,
});

/** The process that all others of the database server are below. */
const postgresPid = () =>
  family(process.pid).find(
    (pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres',
  ) ?? 0;

const script = (name: string) => path.join(import.meta.dirname, 'capture', name);

async function measure(name: string, argument: object): Promise<Measured> {
  const child = fork(script(name), [JSON.stringify(argument)]);
  const [measured] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} has ended.`))),
  ])) as [Measured];
  if (child.exitCode === null) await once(child, 'exit');
  return measured;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const contents = positionals.length > 0 ? positionals : [values.mails];
const server = fork(script('serve-dovecot.ts'), contents);
const failed = once(server, 'exit').then(() => Promise.reject(new Error('Dovecot has ended.')));
const postgres = await startThrowawayPostgres();
try {
  const [served] = (await Promise.race([once(server, 'message'), failed])) as [MeasuredMailbox];
  failed.catch(() => {});
  const servers = { 'mail server': server.pid ?? 0, PostgreSQL: postgresPid() };
  const mailbox = { ...served, domains: values.domains.split(','), servers };
  const rates = new Map<string, number[]>();
  const add = (name: string, { mails, seconds, processorTimes }: Omit<Measured, 'memory'>) => {
    rates.set(name, [...(rates.get(name) ?? []), mails / seconds]);
    console.log(`${name}: ${mails} mails, ${(mails / seconds).toFixed(0)} a second`);
    const each = Object.entries(processorTimes).map(
      ([what, time]) => `${what} ${((1e6 * time) / mails).toFixed(0)}`,
    );
    console.log(`  processor time of one mail, µs: ${each.join(', ')}`);
  };
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    add('transferred', await measure('read-mailbox.ts', { ...mailbox, parses: false }));
    const read = await measure('read-mailbox.ts', { ...mailbox, parses: true });
    add('transferred and parsed', read);
    const { databaseUrl, folder } = { databaseUrl: postgres.url, folder: postgres.folder };
    const name = `round_${round}`;
    const captured = await measure('capture-mailbox.ts', { ...mailbox, databaseUrl, folder, name });
    // Emails that are in several of the files are captured once.
    add('captured', { ...captured, mails: read.mails });
    const memory = captured.memory.map(([mails, mib]) => `${mails}: ${mib.toFixed(0)}`);
    console.log(`  stored: ${captured.mails}; memory by mails, MiB: ${memory.join(', ')}`);
    if (positionals.length === 0 && captured.mails !== mailbox.mails) {
      throw new Error(`${captured.mails} of ${mailbox.mails} mails are stored.`);
    }
  }
  const captured = median(rates.get('captured') ?? []);
  console.table(
    Object.fromEntries(
      [...rates].map(([name, all]) => [
        name,
        {
          'median a second': median(all).toFixed(0),
          'captured relative to it': (captured / median(all)).toFixed(2),
        },
      ]),
    ),
  );
} finally {
  if (server.connected) server.disconnect();
  await postgres.stop();
}
