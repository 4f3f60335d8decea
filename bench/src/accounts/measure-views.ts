import { accountSort, sortOrder } from '@repo/contract/account-list';
import type { FilledWorkspace } from './fill-workspace.ts';

const orders = accountSort.options.flatMap((sort) =>
  sortOrder.options.map((order) => ({ sort, order })),
);

/** Searches that find everything, much, little and nothing; filters that match much and little. */
const narrowed = [
  ...['follows', 'o', 'north', 'wind lab', 'company77', 'zzzz'].map((search) => ({ search })),
  { createdBy: 'Quiet Person 4' },
  ...['1', '7', '30'].flatMap((days) => [{ activeWithin: days }, { quietFor: days }]),
  ...['external', 'balanced', 'internal'].map((balance) => ({ balance })),
  {
    search: 'lab',
    balance: 'external',
    activeWithin: '7',
    sort: 'recentActivity',
    order: 'DESC',
  },
];

const asked = 21;

/** Measures the first page of each view of the grid, one request after the other. */
export async function measureViews(
  server: string,
  { id, personEmail, token }: FilledWorkspace,
  limit: number,
): Promise<void> {
  const views: Record<string, string>[] = [
    ...orders,
    ...narrowed,
    { contributor: personEmail },
    { sort: 'name', offset: '25000' },
    { sort: 'recentActivity', order: 'DESC', offset: '25000' },
  ];
  console.log('\n| View | Found | Median | p95 |\n|---|---|---|---|');
  for (const view of views) {
    const query = new URLSearchParams({ includeTimeline: 'true', limit: `${limit}`, ...view });
    const address = `${server}/api/workspaces/${id}/accounts?${query}`;
    const times: number[] = [];
    let total = 0;
    for (let turn = 0; turn < asked; turn += 1) {
      const start = performance.now();
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
      const { data } = (await answer.json()) as { data: { page: { total: number } } };
      times.push(performance.now() - start);
      total = data.page.total;
    }
    times.sort((one, other) => one - other);
    const at = (share: number) => `${(times[Math.floor(asked * share)] ?? 0).toFixed(1)} ms`;
    const name = Object.entries(view)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ');
    console.log(`| ${name} | ${total.toLocaleString('en')} | ${at(0.5)} | ${at(0.95)} |`);
  }
}
