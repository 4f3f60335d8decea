import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess } from '../faults/processes.ts';
import { freePort } from '../free-port.ts';
import { startOwnPostgres } from '../own-postgres.ts';
import { metricsOf, monitoringFolder, readExpressions } from './samples.ts';

/**
 * `npm run proof -- monitoring`: Prometheus reads the alert rules of deploy/monitoring, scrapes a server and
 * evaluates every expression of the rules and the dashboard. Exit code 1 when a rule or an expression is wrong, or
 * Prometheus is missing (`sh scripts/install-operator-tools.sh`).
 */

/** So that rates over the last minute have two values. */
const SCRAPES_MS = 15_000;

const write = (line: string) => void process.stdout.write(`${line}\n`);
const unpacked = path.join(
  import.meta.dirname,
  '../../../../node_modules/.cache/operator-tools/prometheus',
);
const tools = path.join(existsSync(unpacked) ? unpacked : '/', 'usr/bin');
const rules = path.join(monitoringFolder, 'alerts.yaml');
const checked = spawnSync(path.join(tools, 'promtool'), ['check', 'rules', rules], {
  encoding: 'utf8',
});
if (checked.error !== undefined) {
  throw new Error('Prometheus is missing. Run `sh scripts/install-operator-tools.sh`.');
}
write(
  `promtool: ${`${checked.stdout}${checked.stderr}`.replaceAll(/\s+/g, ' ').trim().split(': ').at(-1)}`,
);
if (checked.status !== 0) process.exitCode = 1;

const folder = await mkdtemp(path.join(tmpdir(), 'monitoring-'));
const postgres = await startOwnPostgres();
const [port, metricsPort, own] = [await freePort(), await freePort(), await freePort()];
const server = await startProcess('apps/server/src/main.ts', ['--role=all'], {
  env: {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  },
  isReady: (line) => line.includes('"msg":"ready"'),
});
const file = path.join(folder, 'prometheus.yaml');
await writeFile(
  file,
  JSON.stringify({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [
      { job_name: 'accounts', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] },
    ],
  }),
);
const prometheus = spawn(
  path.join(tools, 'prometheus'),
  [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/prometheus`,
    `--web.listen-address=127.0.0.1:${own}`,
  ],
  { stdio: 'ignore' },
);

interface Queried {
  status: string;
  error?: string;
  data?: { result: unknown[] };
}

const query = async (expression: string): Promise<Queried> => {
  const url = `http://127.0.0.1:${own}/api/v1/query?query=${encodeURIComponent(expression)}`;
  return (await (await fetch(url)).json()) as Queried;
};

try {
  for (const end = Date.now() + SCRAPES_MS; Date.now() < end; await sleep(250)) {
    await fetch(`http://127.0.0.1:${port}/api/auth/me`);
  }
  const { alerts, dashboard } = await readExpressions();
  const expressions = [...alerts, ...dashboard].map((one) =>
    one.replaceAll('$__rate_interval', '1m'),
  );
  const refused = [];
  for (const expression of expressions) {
    const { status, error } = await query(expression);
    if (status !== 'success') refused.push(`${expression}: ${error}`);
  }
  write(
    `Prometheus evaluates ${expressions.length - refused.length} of ${expressions.length} expressions`,
  );
  const names = [...new Set(expressions.flatMap(metricsOf))];
  const empty = [];
  for (const name of names) {
    if ((await query(name)).data?.result.length === 0) empty.push(name);
  }
  write(
    `${names.length - empty.length} of ${names.length} metrics have values; without a connection: ${empty.join(', ')}`,
  );
  const { data } = await query('ALERTS{alertstate="firing"}');
  write(`${data?.result.length} alerts fire on a server that is well`);
  if (refused.length > 0 || data?.result.length !== 0) process.exitCode = 1;
  refused.forEach(write);
} finally {
  prometheus.kill('SIGTERM');
  await once(prometheus, 'exit');
  await server.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
