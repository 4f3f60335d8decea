import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { metricsOf, readExpressions } from '#test/monitoring/samples.ts';
import { createTestDatabase, type TestDatabase } from '#test/create-test-database.ts';
import { freePort } from '#test/free-port.ts';
import { createMakers, type MadePerson } from '#test/test-makers.ts';
import { readConfig } from './config.ts';
import { createDatabase } from './platform/database/create-database.ts';
import { createLog } from './platform/log/create-log.ts';
import { type Server, startServer } from './start-server.ts';

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A stand-in for an OpenTelemetry collector. */
async function startCollector() {
  const spans: SentSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
    };
    for (const { scopeSpans } of body.resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { spans, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

let database: TestDatabase;
let folder: string;
let collector: Awaited<ReturnType<typeof startCollector>>;
let server: Server;
let person: MadePerson;
let url: string;
let metricsUrl: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observability-'));
  database = await createTestDatabase();
  await storeBackup();
  collector = await startCollector();
  const [port, metricsPort] = [await freePort(), await freePort()];
  [url, metricsUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${metricsPort}`];
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    LOG_LEVEL: 'silent',
    BACKUP_DIR: path.join(folder, 'backups'),
  });
  const log = createLog('silent');
  server = await startServer({ config, log, role: 'all', onFatal: () => {} });
  person = await createMakers(server.context.db).person();
});
afterAll(async () => {
  await server.stop();
  collector.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Metrics of scheduled backups are served where these are on; with a good one, none is due. */
async function storeBackup(): Promise<void> {
  const db = createDatabase({ url: database.url, poolSize: 1, onLostConnection: () => {} });
  await db.insertInto('backups').values({ file: 'a.backup', state: 'good' }).execute();
  await db.destroy();
}

const call = (at: string, init?: RequestInit) =>
  fetch(`${url}${at}`, {
    ...init,
    headers: { authorization: `Bearer ${person.token}`, ...init?.headers },
  });
const scrape = async () => (await fetch(`${metricsUrl}/metrics`)).text();

describe('metrics', () => {
  test('count requests by the route’s template, never by the path', async () => {
    await call('/api/accounts/0192b1a0-0000-7000-8000-000000000000');
    await call('/api/nowhere/secret-name');
    const text = await scrape();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/accounts\/:accountId",status="404"\} 1/,
    );
    expect(text).not.toContain('0192b1a0');
    expect(text).not.toContain('secret-name');
  });

  test('are what the alert rules and the dashboard of deploy/monitoring name', async () => {
    await call('/api/auth/me');
    const text = await scrape();
    const { alerts, dashboard } = await readExpressions();
    expect(alerts).toHaveLength(10);
    expect(dashboard.length).toBeGreaterThan(20);
    const named = new Set([...alerts, ...dashboard].flatMap(metricsOf));
    expect(named.size).toBeGreaterThan(15);
    // A metric without values has its type alone.
    const served = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ''));
    const unknown = [...named].filter(
      (name) => !served.has(name) && !served.has(name.replace(/_(?:bucket|count|sum)$/, '')),
    );
    expect(unknown).toEqual([]);
  });

  test('tell of the pool, the queue, what waits to be synced, and the process', async () => {
    const { db } = server.context;
    await db
      .insertInto('integrations')
      .values({
        owner_id: person.id,
        provider: 'gmail',
        source: 'ann@example.org',
        credentials: Buffer.from('x'),
        needs_reauth: true,
      })
      .execute();
    const text = await scrape();
    expect(text).toMatch(/database_connections\{state="waiting"\} 0/);
    expect(text).toContain('database_connections_max 10');
    // The previous name is still served for one version.
    expect(text).toContain('database_connections_most 10');
    expect(text).toContain('integrations{provider="gmail",state="needs_reauth"} 1');
    expect(text).toContain('integrations{provider="gmail",state="due"} 0');
    expect(text).toMatch(/job_queue\{name="settle-due-accounts",state="failed"\} 0/);
    expect(text).toMatch(/process_resident_memory_bytes \d+/);
    expect(text).toContain('\nready 1\n');
  });

  test('are not served where people reach the server', async () => {
    const answer = await call('/metrics');
    expect(await answer.text()).not.toContain('http_request_duration_seconds');
  });

  test('health checks are served beside them, for a process without any other port', async () => {
    expect((await fetch(`${metricsUrl}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${metricsUrl}/readyz`)).json()).toEqual({ status: 'ready' });
    expect((await fetch(`${metricsUrl}/elsewhere`)).status).toBe(404);
  });
});

test('a trace leads from the request over its statements to the job, and holds no values', async () => {
  // The run at the start of the process would take the request with it, in a trace of its own.
  await vi.waitFor(
    () => expect(collector.spans.map(({ name }) => name)).toContain('job process-reset-requests'),
    { timeout: 20_000 },
  );
  const traceId = 'a'.repeat(32);
  const answer = await call('/api/auth/request-password-reset', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${'b'.repeat(16)}-01`,
    },
    body: JSON.stringify({ email: person.email }),
  });
  expect(answer.status).toBe(200);
  const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
  await vi.waitFor(
    () => expect(ofTrace().map(({ name }) => name)).toContain('job send-requested-reset'),
    { timeout: 20_000 },
  );
  const spans = ofTrace();
  const named = (name: string) => spans.find((span) => span.name === name);
  const request = named('POST /api/auth/request-password-reset');
  const processing = named('job process-reset-requests');
  const job = named('job send-requested-reset');
  expect(request?.parentSpanId).toBe('b'.repeat(16));
  expect(processing?.parentSpanId).toBe(request?.spanId);
  expect(job?.parentSpanId).toBe(processing?.spanId);
  const under = (span: SentSpan | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId).map(({ name }) => name);
  expect(under(request)).toContain('INSERT');
  expect(under(job)).toContain('SELECT');
  expect(JSON.stringify(collector.spans)).not.toContain(person.email);
});
