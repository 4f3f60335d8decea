import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildWeb } from '../src/build-web.ts';
import { freePort } from '../src/free-port.ts';
import { processesWith, runInTerminal, type Terminal } from './terminal.ts';

/**
 * Starts and ends the server and the demo many times in a real terminal, with npm and without, in
 * every way a person or a machine ends them, at every moment. Clean is: exit code 0, or 130 (ended
 * by the signal itself) under npm and before the program was loaded; no process left over, and no
 * lock file of PostgreSQL.
 *
 *   node demo/test/prove-stops.ts [REPEATS]     50 where none is given
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const repeats = Number(process.argv[2] ?? 50);

/** The signal that ends it. */
const ways: Record<string, (terminal: Terminal) => Promise<void>> = {
  'Ctrl-C': async ({ pressCtrlC }) => pressCtrlC(),
  'Ctrl-C twice': async ({ pressCtrlC }) => {
    pressCtrlC();
    await sleep(Math.random() * 200);
    pressCtrlC();
  },
  'SIGINT to the group': async ({ signalAll }) => signalAll('SIGINT'),
  'SIGTERM to the group': async ({ signalAll }) => signalAll('SIGTERM'),
  'SIGTERM twice to the group': async ({ signalAll }) => {
    signalAll('SIGTERM');
    await sleep(Math.random() * 200);
    try {
      signalAll('SIGTERM');
    } catch {
      // It has ended already.
    }
  },
};

/** The moment at which it is ended. A new folder is filled first, and its first sync begins when ready. */
const moments = [
  { name: 'during the first start', fresh: true, ready: false },
  { name: 'during the first sync', fresh: true, ready: true },
  { name: 'during a start', fresh: false, ready: false },
  { name: 'when ready', fresh: false, ready: true },
];

/** A start lasts about this long; milliseconds. */
const startTime = { fresh: 6_000, again: 2_500 };

const launch = 'MALLOC_ARENA_MAX=2 sh scripts/with-node.sh node --max-semi-space-size=4';
const programs = [
  { name: 'npm start', npm: true, ready: '"msg":"ready"' },
  { name: 'npm run demo', npm: true, ready: 'Ctrl-C stops everything' },
  { name: `${launch} apps/server/src/main.ts`, npm: false, ready: '"msg":"ready"' },
  { name: `${launch} demo/src/main.ts`, npm: false, ready: 'Ctrl-C stops everything' },
];

/** The problem that was left behind; undefined without one. */
async function endOnce(
  program: (typeof programs)[number],
  moment: (typeof moments)[number],
  { end, dataDir }: { end: (terminal: Terminal) => Promise<void>; dataDir: string },
): Promise<string | undefined> {
  const port = await freePort();
  const isDemo = program.name.includes('demo');
  const demoArgs = `--port ${port} --data ${dataDir}`;
  const args = isDemo ? (program.npm ? ` -- ${demoArgs}` : ` ${demoArgs}`) : '';
  const terminal = runInTerminal(program.name + args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
  });
  if (moment.ready) await terminal.shows(program.ready);
  else await sleep(Math.random() * (moment.fresh ? startTime.fresh : startTime.again));
  await end(terminal);
  const late = setTimeout(terminal.close, 60_000);
  const code = await terminal.exited;
  clearTimeout(late);
  const left = processesWith(dataDir);
  for (const process of left) globalThis.process.kill(Number.parseInt(process, 10), 'SIGINT');
  const bySignal = [130, 143].includes(code) && (program.npm || !moment.ready);
  const faults = [
    ...(code === 0 || bySignal ? [] : [`exit code ${code}`]),
    ...left.map((process) => `left running: ${process}`),
  ];
  return faults.length === 0
    ? undefined
    : `${faults.join('; ')}\n${terminal.shown().slice(-2_000)}`;
}

interface Count {
  clean: number;
  all: number;
}

/** Ends one program many times. */
async function proveProgram(program: (typeof programs)[number]): Promise<Count> {
  const counts = new Map(moments.map(({ name }) => [name, { clean: 0, all: 0 }]));
  let dataDir = mkdtempSync(path.join(tmpdir(), 'stops-'));
  for (let turn = 0; turn < repeats; turn += 1) {
    const moment = moments[turn % moments.length] ?? { name: '', fresh: false, ready: true };
    const [way = '', end = async () => {}] =
      Object.entries(ways)[turn % Object.keys(ways).length] ?? [];
    if (moment.fresh) {
      rmSync(dataDir, { recursive: true, force: true });
      dataDir = mkdtempSync(path.join(tmpdir(), 'stops-'));
    }
    const fault = await endOnce(program, moment, { end, dataDir });
    const line = `${program.name}, ${way} ${moment.name}: ${fault ?? 'clean'}`;
    process.stderr.write(`${line}\n`);
    if (fault !== undefined) console.log(line);
    const count = counts.get(moment.name);
    if (count) {
      count.all += 1;
      if (fault === undefined) count.clean += 1;
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
  const total = sum([...counts.values()]);
  const parts = [...counts].map(([name, { clean, all }]) => `${name} ${clean} of ${all}`);
  console.log(`${program.name}\n  ${total.clean} of ${total.all} clean: ${parts.join(', ')}`);
  return total;
}

function sum(counts: Count[]): Count {
  const total = { clean: 0, all: 0 };
  for (const { clean, all } of counts) {
    total.clean += clean;
    total.all += all;
  }
  return total;
}

await buildWeb(console.error);
console.log(`Ways to end: ${Object.keys(ways).join(', ')}.`);
const { clean, all } = sum(await Promise.all(programs.map(proveProgram)));
console.log(`${clean} of ${all} ended cleanly.`);
process.exit(clean === all ? 0 : 1);
