import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Another member's browser: reads the grid again and again. A process of its own, because one that also
 * sends a large file would measure its own work.
 *
 * Started with the URL and the token. Each message is the name of the phase that begins: nothing is read
 * in `pause`, and after `end` the times of all phases are sent, in milliseconds.
 */
const [url = '', token = ''] = process.argv.slice(2);
const PAUSE_MS = 50;

const now = { phase: 'quiet' };
process.on('message', (name: string) => (now.phase = name));
const times: Record<string, number[]> = {};
while (now.phase !== 'end') {
  if (now.phase === 'pause') {
    await sleep(PAUSE_MS);
    continue;
  }
  const [of, begun] = [now.phase, performance.now()];
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The grid answered ${answer.status}.`);
  // A request that began in one phase and ended in another says nothing of either.
  if (of === now.phase) (times[of] ??= []).push(performance.now() - begun);
  await sleep(PAUSE_MS);
}
process.send?.(times);
await once(process, 'disconnect');
