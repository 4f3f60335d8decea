import { execFile } from 'node:child_process';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { addReaders } from './account-page/add-readers.ts';
import type * as accountFiller from './account-page/fill-account.ts';
import type * as workspaceFiller from './accounts/fill-workspace.ts';
import type * as accountFinder from './accounts/find-some-account.ts';
import { measureRequests } from './accounts/measure-requests.ts';
import type * as serverStarter from './accounts/start-bench-server.ts';

/**
 * The rates of this checkout and of another one (`--before FOLDER`), measured in turns in one run, so
 * that what else the machine does strikes both alike: the list of accounts, one account, the feed of
 * an account, and emails captured in a second. Each build has a database of its own, filled by itself.
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    accounts: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    lanes: { type: 'string', default: '20' },
    mails: { type: 'string', default: '4000' },
    /** Of the first round of each request before it counts: code is compiled for half a minute after the start. */
    warmUp: { type: 'string', default: '10' },
    /** Measures only what contains this. */
    only: { type: 'string', default: '' },
  },
});
if (values.before === undefined) throw new Error('Name the other checkout: --before FOLDER');
const [accounts, rounds, mails] = [values.accounts, values.rounds, values.mails].map(Number);
const load = { lanes: Number(values.lanes), seconds: Number(values.seconds) };

interface Build {
  folder: string;
  /** By name: measures a rate after so many seconds that do not count. */
  rates: Map<string, (warmUp: number) => Promise<number>>;
  stop: () => Promise<void>;
}

async function start(folder: string): Promise<Build> {
  const part = <Module>(file: string) =>
    import(path.join(folder, 'bench/src', file)) as Promise<Module>;
  const { startBenchServer } = await part<typeof serverStarter>('accounts/start-bench-server.ts');
  const { fillWorkspace } = await part<typeof workspaceFiller>('accounts/fill-workspace.ts');
  const { findSomeAccount } = await part<typeof accountFinder>('accounts/find-some-account.ts');
  const { fillAccount } = await part<typeof accountFiller>('account-page/fill-account.ts');
  const { url, databaseUrl, stop } = await startBenchServer();
  const workspace = await fillWorkspace(databaseUrl, {
    accounts: accounts ?? 0,
    activities: 10 * (accounts ?? 0),
  });
  const busy = await fillAccount(databaseUrl, { activities: 20_000, days: 365 });
  const readers = await addReaders(databaseUrl, busy.id, load.lanes);
  const { id, tokens } = workspace;
  const list = `/api/workspaces/${id}/accounts?includeTimeline=true`;
  const one = await findSomeAccount(databaseUrl, workspace);
  const requests = {
    'list, 60 accounts': { path: `${list}&limit=60`, tokens },
    'list, 100 accounts': { path: `${list}&limit=100`, tokens },
    'list by last touch point': { path: `${list}&limit=60&sort=lastTouchPoint&order=DESC`, tokens },
    'one account': { path: `/api/accounts/${one}`, tokens },
    feed: { path: `/api/accounts/${busy.id}/timeline?limit=150`, tokens: readers },
  };
  const rates: Build['rates'] = new Map();
  for (const [name, request] of Object.entries(requests)) {
    rates.set(name, async (warmUp) => {
      if (warmUp > 0) await measureRequests(url, request, { ...load, seconds: warmUp });
      return (await measureRequests(url, request, load)).perSecond;
    });
  }
  if (mails) rates.set('mails captured', () => captureRate(folder));
  return { folder, rates, stop };
}

/** The rate that the capture benchmark of a build reports. */
async function captureRate(folder: string): Promise<number> {
  const script = path.join(folder, 'bench/src/capture.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--mails', `${mails}`]);
  const rate = /captured a second\D+(\d+)/.exec(stdout)?.[1];
  if (rate === undefined) throw new Error(`${script} reported no rate: ${stdout}`);
  return Number(rate);
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The median with the lowest and the highest of the rounds. */
const spread = (rates: readonly number[]): string =>
  `${median(rates).toFixed(0)} (${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)})`;

const folders = [path.resolve(values.before), path.resolve(import.meta.dirname, '../..')];
const builds: Build[] = [];
try {
  for (const folder of folders) builds.push(await start(folder));
  console.log('| A second | Before | Now | Ratio, median of the rounds |\n|---|---|---|---|');
  for (const name of builds[0]?.rates.keys() ?? []) {
    if (!name.includes(values.only)) continue;
    const measured: number[][] = builds.map(() => []);
    for (let round = 0; round < (rounds ?? 1); round += 1) {
      for (const [index, build] of builds.entries()) {
        const warmUp = round === 0 ? Number(values.warmUp) : 0;
        measured[index]?.push((await build.rates.get(name)?.(warmUp)) ?? Number.NaN);
      }
    }
    const [before = [], now = []] = measured;
    const ratio = median(now.map((rate, round) => rate / (before[round] ?? Number.NaN)));
    console.log(`| ${name} | ${spread(before)} | ${spread(now)} | ${ratio.toFixed(2)} |`);
  }
} finally {
  for (const build of builds) await build.stop();
}
