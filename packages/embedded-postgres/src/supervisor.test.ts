import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

const folder = await mkdtemp(join(tmpdir(), 'supervisor-'));

afterAll(() => rm(folder, { recursive: true, force: true }));

it('reports a PostgreSQL that cannot be started again, once and with the reason', async () => {
  const cluster = join(folder, 'postgres', 'cluster');
  const reports: EmbeddedPostgresError[] = [];
  const start = () =>
    startEmbeddedPostgres({
      dataDir: join(folder, 'postgres'),
      durable: false,
      log: pino({ level: 'silent' }),
      onLost: (error) => reports.push(error),
    });
  const postgres = await start();
  const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  await writeFile(join(cluster, 'PG_VERSION'), '17\n');
  process.kill(pid, 'SIGKILL');

  await expect.poll(() => reports.length, { timeout: 20_000, interval: 100 }).toBe(1);
  expect(reports[0]).toBeInstanceOf(EmbeddedPostgresError);
  expect(reports[0]?.message).toContain('incompatible with server');
  await postgres.stop();

  // Only a start in good health clears the shared memory of the killed one away.
  await writeFile(join(cluster, 'PG_VERSION'), '18\n');
  await (await start()).stop();
});
