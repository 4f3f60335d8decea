import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readReadiness } from '../../src/platform/database/read-readiness.ts';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { createLog } from '../../src/platform/log/create-log.ts';
import { countPublished, waitUntilIdle, storedIds } from '../faults/wait-until-idle.ts';
import { connectMissing, track } from '../faults/connect-sources.ts';
import { createSources } from '../faults/sources.ts';
import { createWorld, type World } from '../faults/world.ts';
import { checkOutPrevious, type PreviousVersion } from './check-out-previous.ts';
import { serveLoad, type Target } from './serve-load.ts';

/**
 * `npm run proof:upgrade`: a server and two workers of the version before serve requests and
 * capture, this version is started beside them and migrates, the earlier ones go. Exit code 1 when
 * a request fails or something captured is missing in the end.
 */
const write = (line: string) => void process.stdout.write(`${line}\n`);

/** Everything becomes due, as after ten minutes; what is at work goes on. */
const makeDue = ({ db }: World) =>
  db
    .updateTable('integrations')
    .set({ due_at: new Date(0), paused_until: null })
    .where('lease_id', 'is', null)
    .execute();

async function upgrade(previous: PreviousVersion, databaseUrl: string): Promise<boolean> {
  const world = await createWorld(databaseUrl, previous.folder);
  try {
    write(`the version before ${previous.newest} (${previous.commit}) serves and captures`);
    const targets: Target[] = [{ name: 'before', url: world.server.url }];
    const { token } = world.webhook;
    const webhookPath = new URL(world.webhook.address).pathname;
    const sources = createSources({
      ...world,
      // Recordings are delivered to anyone who serves last.
      webhook: {
        token,
        get address() {
          return `${targets.at(-1)?.url}${webhookPath}`;
        },
      },
    });
    await sources.deliverMails(100);
    await sources.addEvents(20);
    await sources.addCalls(10);
    const workspaceId = await track(world);
    await connectMissing(world);
    const load = await serveLoad({ targets, token: world.ann.token, workspaceId });
    const changes = { on: true };
    const changing = (async () => {
      for (; changes.on; await sleep(250)) {
        await sources.deliverMails(2);
        await sources.change();
        await makeDue(world);
      }
    })();
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
    changes.on = false;
    await changing;
    const answers = await load.end();
    await waitUntilIdle(world, sources.expected, () => {});
    for (const [key, count] of [...answers].sort()) write(`${key}: ${count}`);
    const areComplete = await compare(world, await sources.expected());
    return areComplete && [...answers.keys()].every((key) => key.endsWith(' 200'));
  } finally {
    await world.stop();
  }
}

/** How many more mails are stored than at the beginning, as soon as there are some. */
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

const previous = await checkOutPrevious();
const folder = await mkdtemp(path.join(tmpdir(), 'upgrade-'));
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'postgres'),
  log: createLog('silent'),
  onLost: (error) => write(`the database is lost: ${error.message}`),
});
try {
  if (!(await upgrade(previous, postgres.url))) process.exitCode = 1;
} finally {
  await postgres.stop();
  await previous.remove();
  await rm(folder, { recursive: true, force: true });
}
