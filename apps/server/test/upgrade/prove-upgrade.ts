import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readReadiness } from '#platform/database/read-readiness.ts';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { createLog } from '#platform/log/create-log.ts';
import { countPublished, waitUntilIdle, storedIds } from '../faults/wait-until-idle.ts';
import { connectMissing, track } from '../faults/connect-sources.ts';
import { createSources } from '../faults/sources.ts';
import { createWorld, type World } from '../faults/world.ts';
import { migrations, nonRollingMigrations } from '../../src/migrations/index.ts';
import { checkOutPrevious, type PreviousVersion } from './check-out-previous.ts';
import { fillAtRest } from './fill-at-rest.ts';
import { serveLoad, type Served, type Target } from './serve-load.ts';
import {
  ended,
  killAfter,
  killAt,
  observeUsage,
  readSchema,
  startMigration,
} from './stopped-upgrade.ts';

/**
 * `npm run proof -- upgrade`: exit code 1 when a request fails or something captured is missing.
 *
 * Stopped, over the migrations that are not rolling: a server and two workers of the version
 * before serve, capture and have activities at rest (`UPGRADE_ACTIVITIES`, 20,000 unless given).
 * This version refuses to migrate beside them; they are stopped; the migration is killed at each
 * table that it changes (`UPGRADE_KILLED_AT` names some of them, since with ten million activities each
 * takes minutes) and leaves nothing; it is run whole, with its time and disk; this version serves and
 * captures.
 *
 * Rolling, when the newest migration is another one: this version is started beside the version
 * before and migrates, the earlier processes go, under load.
 */
const write = (line: string) => void process.stdout.write(`${line}\n`);

/** Everything becomes due, as after ten minutes; what is at work goes on. */
const makeDue = ({ db }: World) =>
  db
    .updateTable('integrations')
    .set({ due_at: new Date(0), paused_until: null })
    .where('lease_id', 'is', null)
    .execute();

interface DatabaseOfProof {
  url: string;
  /** Where its server stores everything. */
  folder: string;
}

async function rolling(
  previous: PreviousVersion,
  { url: databaseUrl }: DatabaseOfProof,
): Promise<boolean> {
  const world = await createWorld(databaseUrl, previous.folder);
  try {
    write(`the version before ${newest} (${previous.commit}) serves and captures`);
    const targets: Target[] = [{ name: 'before', url: world.server.url }];
    const sources = sourcesOf(world, targets);
    await sources.deliverMails(100);
    await sources.addEvents(20);
    await sources.addCalls(10);
    const workspaceId = await track(world);
    await connectMissing(world);
    const load = await serveLoad({ targets, token: world.ann.token, workspaceId });
    const endChanges = keepChanging(world, sources);
    await sleep(3_000);

    const next = await world.startApi();
    const { status: schema } = await readReadiness(world.db);
    write(`a server of this version serves beside it and migrated; the schema: ${schema}`);
    targets.push({ name: 'this version', url: next.url });
    const { status } = await fetch(`${world.server.url}/readyz`);
    write(`the server of the version before says of itself: ${status === 200 ? 'ready' : status}`);
    write(`its workers alone capture on the new schema: ${await captured(world)} mails`);
    const earlier = [...world.workers];
    world.workers.push(await world.startWorker(), await world.startWorker());
    write('two workers of this version beside them');
    await sleep(4_000);
    for (const worker of earlier) {
      write(`a worker of the version before is stopped at work: exit ${await worker.stop()}`);
    }
    await sleep(1_500);
    targets.shift();
    await load.settle();
    write(`its server is stopped: exit ${await world.server.process.stop()}`);
    write(`workers of this version capture alone: ${await captured(world)} mails`);
    await endChanges();
    const answers = await load.end();
    await waitUntilIdle(world, sources.expected, () => {});
    writeServed([...answers]);
    const areComplete = await compare(world, await sources.expected());
    return areComplete && [...answers].every(isServed);
  } finally {
    await world.stop();
  }
}

/** Adds items at the providers; recordings are delivered to the server that was started last. */
function sourcesOf(world: World, targets: readonly Target[]) {
  const { token } = world.webhook;
  const webhookPath = new URL(world.webhook.address).pathname;
  return createSources({
    ...world,
    webhook: {
      token,
      get address() {
        return `${targets.at(-1)?.url}${webhookPath}`;
      },
    },
  });
}

/** Delivers and changes something four times a second, until the returned function is called. */
function keepChanging(world: World, sources: ReturnType<typeof createSources>) {
  const changes = { on: true };
  const changing = (async () => {
    for (; changes.on; await sleep(250)) {
      await sources.deliverMails(2);
      await sources.change();
      await makeDue(world);
    }
  })();
  return async () => {
    changes.on = false;
    await changing;
  };
}

async function stopped(
  previous: PreviousVersion,
  { url: databaseUrl, folder }: DatabaseOfProof,
): Promise<boolean> {
  const world = await createWorld(databaseUrl, previous.folder);
  try {
    write(`the version before ${nonRolling} (${previous.commit}) serves and captures`);
    const targets: Target[] = [{ name: 'before', url: world.server.url }];
    const sources = sourcesOf(world, targets);
    await sources.deliverMails(100);
    await sources.addEvents(20);
    await sources.addCalls(10);
    const workspaceId = await track(world);
    await connectMissing(world);
    const fillBegun = performance.now();
    await fillAtRest(world.db, atRest);
    const filled = ((performance.now() - fillBegun) / 1_000).toFixed(0);
    write(`${atRest.toLocaleString('en')} emails at rest, written by SQL in ${filled} s`);
    const before = await serveLoad({ targets, token: world.ann.token, workspaceId });
    const endChangesBefore = keepChanging(world, sources);
    write(`its workers capture: ${await captured(world)} mails`);
    await endChangesBefore();

    const schema = await readSchema(databaseUrl);
    const refused = await ended(startMigration(databaseUrl));
    write(`this version beside it: exit ${refused.code}, ${refused.says}`);
    let isRight = refused.code === 1 && refused.says.includes('not rolling');
    const answersBefore = await before.end();
    for (const worker of world.workers) write(`a worker is stopped: exit ${await worker.stop()}`);
    write(`the server is stopped: exit ${await world.server.process.stop()}`);

    const wasKilled = async (when: string, atWork: number | undefined) => {
      const after = await readSchema(databaseUrl);
      const isWhole =
        after.newest === schema.newest &&
        after.triggers === schema.triggers &&
        after.constraints === schema.constraints;
      const left = isWhole ? 'nothing of it is left' : 'a part of it is left';
      const time = atWork === undefined ? 'never' : `${(atWork / 1_000).toFixed(1)} s at work`;
      write(`killed ${when} (${time}): ${left}`);
      isRight &&= atWork !== undefined && isWhole;
    };
    let untilLastTable = 0;
    for (const table of killedAt) {
      const atWork = await killAt(databaseUrl, table);
      await wasKilled(`while it changes ${table}`, atWork);
      untilLastTable = atWork ?? 0;
    }
    for (const part of [1 / 3, 2 / 3]) {
      await wasKilled('at another moment', await killAfter(databaseUrl, untilLastTable * part));
    }
    const startedAt = performance.now();
    let seconds = 0;
    let migrated: Awaited<ReturnType<typeof ended>> = { code: null, says: '' };
    const used = await observeUsage(folder, async () => {
      migrated = await ended(startMigration(databaseUrl));
      seconds = (performance.now() - startedAt) / 1_000;
    });
    const after = await readSchema(databaseUrl);
    write(
      `migrated: exit ${migrated.code}${migrated.says && `, ${migrated.says}`}, ${seconds.toFixed(1)} s, the database ${mebibytes(schema.bytes)} before and ${mebibytes(after.bytes)} after, at most ${mebibytes(used.peak - used.before)} more disk meanwhile (log and temporary files included)`,
    );
    isRight &&= migrated.code === 0 && after.triggers === 0;

    const next = await world.startApi();
    targets.splice(0, 1, { name: 'this version', url: next.url });
    world.workers.push(await world.startWorker(), await world.startWorker());
    const load = await serveLoad({ targets, token: world.ann.token, workspaceId });
    const endChanges = keepChanging(world, sources);
    write(`workers of this version capture: ${await captured(world)} mails`);
    await endChanges();
    const answers = await load.end();
    await waitUntilIdle(world, sources.expected, () => {});
    writeServed([...answersBefore, ...answers]);
    const areComplete = await compare(world, await sources.expected());
    // What the version before refuses, before the upgrade begins, is shown and not judged.
    return isRight && areComplete && [...answers].every(isServed);
  } finally {
    await world.stop();
  }
}

/** Served at once, or when it was repeated after the `Retry-After` of its 429. */
const isServed = ([key]: [string, Served]) => key.endsWith(' 200');

function writeServed(answers: readonly [string, Served][]): void {
  for (const [key, { count, maxMs }] of answers.toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    write(`${key}: ${count}, the longest ${(maxMs / 1_000).toFixed(1)} s`);
  }
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2).toLocaleString('en')} MiB`;

/** Waits until more emails are stored than at the beginning, and returns the difference. */
async function captured(world: World): Promise<number> {
  const count = async () => (await storedIds(world))['gmail']?.length ?? 0;
  const before = await count();
  for (let tries = 0; tries < 300; tries += 1) {
    const more = (await count()) - before;
    if (more > 0) return more;
    await sleep(100);
  }
  throw new Error('Nothing is captured any more.');
}

async function compare(world: World, expected: Record<string, string[]>): Promise<boolean> {
  const stored = await storedIds(world);
  const published = await countPublished(world);
  for (const [provider, ids] of Object.entries(expected)) {
    const had = new Set(stored[provider]);
    const missing = ids.filter((id) => !had.has(id)).length;
    write(
      `${provider}: ${ids.length} there, ${stored[provider]?.length} stored, ${missing} missing`,
    );
  }
  write(`published: ${published.found} of ${published.expected}`);
  return (
    JSON.stringify(stored) === JSON.stringify(expected) && published.found === published.expected
  );
}

const atRest = Number(process.env['UPGRADE_ACTIVITIES'] ?? 20_000);
const newest = Object.keys(migrations).at(-1) ?? '';
/** The first of several that are applied together. */
const nonRolling = nonRollingMigrations[0] ?? '';
/** The tables that the migrations change, in their order. */
const changedTables = [
  'users',
  'account_contributors',
  'account_days',
  'workspace_accounts',
  'account_message_refs',
  'workspace_changes',
  'captured_activity_domains',
  'captured_activities',
  'integrations',
  'sync_tasks',
];
const killedAt = process.env['UPGRADE_KILLED_AT']?.split(',') ?? changedTables;

async function prove(
  migration: string,
  upgrade: (previous: PreviousVersion, database: DatabaseOfProof) => Promise<boolean>,
): Promise<void> {
  const previous = await checkOutPrevious(migration);
  const folder = await mkdtemp(path.join(tmpdir(), 'upgrade-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    log: createLog('silent'),
    onLost: (error) => write(`the database is lost: ${error.message}`),
  });
  try {
    if (!(await upgrade(previous, { url: postgres.url, folder }))) process.exitCode = 1;
  } finally {
    await postgres.stop();
    await previous.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

await prove(nonRolling, stopped);
if (!nonRollingMigrations.includes(newest)) await prove(newest, rolling);
