import { openBrowser } from '../../e2e/src/browser/open-browser.ts';
import { fillAccount } from './account-page/fill-account.ts';
import { measurePage, type PageTimes } from './account-page/measure-page.ts';
import { measureBare, measureEndpoint } from './account-page/measure-timeline.ts';
import { startBenchServer } from './accounts/start-bench-server.ts';

/**
 * Measures how an account with 100,000 activities opens and scrolls beside one with a hundred, and
 * how many times a second the timeline responds beside its own statements run bare, in the same run
 * on the same machine. The web application must have been built.
 */
const sizes = [
  { activities: 100, days: 21 },
  { activities: 100_000, days: 365 },
];
const openings = 5;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const server = await startBenchServer();
const browser = await openBrowser();
try {
  const accounts = await Promise.all(sizes.map((size) => fillAccount(server.databaseUrl, size)));

  // In turns, so that what else the machine does strikes both alike; the first of each is not
  // counted.
  const times: PageTimes[][] = accounts.map(() => []);
  for (let opening = 0; opening <= openings; opening += 1) {
    for (const [index, account] of accounts.entries()) {
      const measured = await measurePage(browser, server.url, account);
      if (opening > 0) times[index]?.push(measured);
    }
  }
  console.log(
    '| Activities | Chart | First entries | Frame while scrolling, p95 |\n|---|---|---|---|',
  );
  for (const [index, { activities }] of sizes.entries()) {
    const of = (what: keyof PageTimes) => median((times[index] ?? []).map((one) => one[what]));
    console.log(
      `| ${activities.toLocaleString('en')} | ${of('chart').toFixed(0)} ms | ${of('feed').toFixed(0)} ms | ${of('frameP95').toFixed(1)} ms |`,
    );
  }

  console.log('\n| Activities | Bare SQL, p99 | Endpoint, p99 | Share |\n|---|---|---|---|');
  for (const [index, { activities }] of sizes.entries()) {
    const account = accounts[index];
    if (account === undefined) continue;
    const bare = await measureBare(server.databaseUrl, account);
    const endpoint = await measureEndpoint(server.url, account);
    const [one, other] = [bare, endpoint].map(
      ({ perSecond, p99 }) => `${perSecond.toFixed(0)}/s, ${p99.toFixed(0)} ms`,
    );
    const share = Math.round((100 * endpoint.perSecond) / bare.perSecond);
    console.log(`| ${activities.toLocaleString('en')} | ${one} | ${other} | ${share} % |`);
  }
} finally {
  await browser.close();
  await server.stop();
}
