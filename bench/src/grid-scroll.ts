import { chromium, type Browser, type Page } from '@playwright/test';
import type { AccountRow } from '@repo/contract/account-list';
import { buildWeb } from '../../demo/src/build-web.ts';
import { findBrowser } from '../../e2e/src/browser/find-browser.ts';
import { fillWorkspace, type FilledWorkspace } from './accounts/fill-workspace.ts';
import { startBenchServer } from './accounts/start-bench-server.ts';
import { buildPeers } from './grid/build-peers.ts';
import { barePage, measureOpening, readWeight } from './grid/measure-opening.ts';
import { measureScroll, type Scrolled } from './grid/measure-scroll.ts';
import { serveFiles } from './grid/serve-files.ts';
import { subjects } from './grid/subjects.ts';

/**
 * Measures how the accounts grid of the built application scrolls, against the real server, beside
 * other grids that have the same accounts in memory; and how soon it is there, beside a bare page
 * of the same weight. All take turns in one browser, each time with a page that knows nothing yet.
 */
const accounts = 50_000;
const activities = 250_000;
const task = { seconds: 5, speed: 4_500 };
const scrolls = 3;
const openings = 9;
/** Rows that the window shows. */
const inView = 21;

async function readAccounts(url: string, { id, token }: FilledWorkspace): Promise<AccountRow[]> {
  const address = `${url}/api/workspaces/${id}/accounts?includeTimeline=true`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await response.json()) as { data: { accounts: AccountRow[] } };
  return data.accounts;
}

const part = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

function reportScroll(name: string, runs: readonly Scrolled[]): void {
  const frames = runs.flatMap((run) => run.frames);
  const sampled = runs.reduce((sum, run) => sum + run.sampled, 0);
  const filled = runs.reduce((sum, run) => sum + run.filled, 0);
  const times = [0.5, 0.95, 0.99, 1].map((share) => `${part(frames, share).toFixed(1)} ms`);
  const whole = `${((100 * filled) / sampled).toFixed(1)} % of ${sampled}`;
  console.log(`| ${[name, frames.length, ...times, whole].join(' | ')} |`);
}

async function compareScrolling(
  browser: Browser,
  pages: Readonly<Record<string, string>>,
  { token, names }: { token: string; names: readonly string[] },
): Promise<void> {
  const runs = new Map<string, Scrolled[]>();
  for (let round = 0; round < scrolls; round += 1) {
    for (const [name, subject] of Object.entries(subjects)) {
      const address = pages[name] ?? '';
      const { origin } = new URL(address);
      const run = await withNewPage(browser, { origin, token }, async (page) => {
        await page.goto(address);
        await page.locator(subject.scroller).waitFor();
        await page.waitForTimeout(2_000);
        return measureScroll(page, subject, { ...task, names });
      });
      runs.set(name, [...(runs.get(name) ?? []), run]);
    }
  }
  console.log('| Grid | Frames | Median | p95 | p99 | Longest | All rows filled |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [name, all] of runs) reportScroll(name, all);
}

async function compareOpening(
  browser: Browser,
  pages: readonly { name: string; address: string; rows: string }[],
  token: string,
): Promise<void> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < openings; round += 1) {
    for (const { name, address, rows } of pages) {
      const { origin } = new URL(address);
      const time = await withNewPage(browser, { origin, token }, (page) =>
        measureOpening(page, address, rows),
      );
      times.set(name, [...(times.get(name) ?? []), time]);
    }
  }
  console.log('\n| Navigation to rows, nothing cached | Median | Slowest |\n|---|---|---|');
  for (const [name, all] of times) {
    const cells = [part(all, 0.5), part(all, 1)].map((time) => `${time.toFixed(0)} ms`);
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

await buildWeb(console.log);
const peers = buildPeers();
const server = await startBenchServer();
const browser = await chromium.launch(await findBrowser());
try {
  const workspace = await fillWorkspace(server.databaseUrl, { accounts, activities });
  const rows = await readAccounts(server.url, workspace);
  const names = rows.slice(0, task.seconds * task.speed).map(({ name }) => name);
  const weight = await readWeight(server.url);
  const files = await serveFiles(peers, {
    ...weight,
    '/rows.json': JSON.stringify(rows),
    '/bare.html': barePage(weight, names.slice(0, inView)),
  });
  const ours = server.url + workspace.path;
  await compareScrolling(
    browser,
    {
      Ours: ours,
      'AG Grid Community': `${files.url}/ag-grid.html`,
      'Glide Data Grid': `${files.url}/glide.html`,
    },
    { token: workspace.token, names },
  );
  await compareOpening(
    browser,
    [
      { name: 'Ours', address: ours, rows: '[role=rowheader] a' },
      { name: 'Bare page', address: `${files.url}/bare.html`, rows: '.row' },
    ],
    workspace.token,
  );
  files.stop();
} finally {
  await browser.close();
  await server.stop();
}

/** Does something with a page that has loaded and stored nothing yet, but a session. */
async function withNewPage<Result>(
  browser: Browser,
  { origin, token }: { origin: string; token: string },
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'auth_token', value: token }] }],
    },
  });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}
