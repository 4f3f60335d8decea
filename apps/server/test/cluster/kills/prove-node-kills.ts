import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { makeTemporaryFolder } from '../../temporary-folder.ts';
import { missingCluster } from '../start-test-cluster.ts';
import { captureForBob, createAccounts, killWhileSharing } from './kill-while-sharing.ts';
import { killWhileSyncing } from './kill-while-syncing.ts';
import { createKillWorld } from './kill-world.ts';
import { comparePublished, isRight } from './published-rows.ts';
import { withdrawWithoutNode } from './withdraw-without-node.ts';

/**
 * `npm run proof -- node-kills`: kills worker nodes of a cluster while a mailbox is captured and while domains
 * are shared, and compares what is captured and published with its sources. Exit code 1 if anything is
 * lost, doubled, in the wrong workspace, or other than a response said.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    mails: { type: 'string', default: '3000' },
  },
});
const [kills, mails] = [Number(values.kills), Number(values.mails)];
const write = (line: string) => void process.stdout.write(`${line}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);

if (missingCluster === undefined) await prove();
else write(`Skipped: ${missingCluster}.`);

async function prove(): Promise<void> {
  const folder = makeTemporaryFolder('node-kills');
  try {
    const world = await createKillWorld(folder);
    try {
      const synced = await killWhileSyncing(world, { kills, mails, say });
      const first = await comparePublished(world.world.db);
      write(`${synced.kills} kills of a worker node while ${mails} mails were captured:`);
      write(`  captured ${synced.expected}: ${JSON.stringify(synced)}`);
      write(`  published: ${JSON.stringify(first)}`);
      await createAccounts(world);
      await captureForBob(world, Math.ceil(mails / 3));
      const shared = await killWhileSharing(world, { kills, say });
      const second = await comparePublished(world.world.db);
      write(`${shared.kills} kills while domains were shared and unshared:`);
      for (const [name, count] of [...shared.responses].sort()) write(`  ${name}: ${count} times`);
      for (const line of shared.contradictions) write(`  ${line}`);
      write(`  published: ${JSON.stringify(second)}`);
      let isWithdrawn = true;
      for (const which of ['workspace', 'user'] as const) {
        const down = await withdrawWithoutNode(world, which);
        write(`A withdrawal while the node of the ${which} is down: ${JSON.stringify(down)}`);
        const [before, after, repeated] = down.contributions;
        isWithdrawn &&=
          down.response.startsWith('503') && before > 0 && after === before && repeated === 0;
        isWithdrawn &&= down.isShared;
      }
      const last = await comparePublished(world.world.db);
      write(`At the end: ${JSON.stringify(last)}`);
      const isProved =
        synced.missing + synced.surplus + shared.contradictions.length === 0 &&
        [first, second, last].every(isRight) &&
        isWithdrawn;
      write(isProved ? 'Nothing lost, doubled or in the wrong workspace.' : 'IT DOES NOT HOLD.');
      if (!isProved) process.exitCode = 1;
    } finally {
      await world.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
