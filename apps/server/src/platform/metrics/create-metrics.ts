import type { Log } from '../log/create-log.ts';
import type { GaugeOptions, Metrics } from './metrics.ts';

/** Seconds: from the duration of one query to the timeout of the web application. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const workBuckets = [0.1, 0.5, 1, 5, 15, 60, 300, 1_800];

/** Creates the metrics of a process. Loads the library only then, since few servers are scraped. */
export async function createMetrics(log: Log): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } =
    await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route, until the last byte was sent.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: requestBuckets,
    registers,
  });
  const syncs = new Histogram({
    name: 'sync_duration_seconds',
    help: 'Syncs that ended in this process.',
    labelNames: ['provider', 'outcome'] as const,
    buckets: workBuckets,
    registers,
  });
  const items = new Counter({
    name: 'sync_items_total',
    help: 'What the syncs of this process stored and removed, and the items that failed.',
    labelNames: ['provider', 'what'] as const,
    registers,
  });
  const watches = new Counter({
    name: 'sync_watch_events_total',
    help: 'Watches of connections in this process that became live or were renewed, hints of changes, and watches that ended.',
    labelNames: ['provider', 'event'] as const,
    registers,
  });
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Background jobs that ended in this process.',
    labelNames: ['name', 'outcome'] as const,
    buckets: workBuckets,
    registers,
  });
  return {
    requestEnded: ({ seconds, status, ...labels }) =>
      requests.observe({ ...labels, status: String(status) }, seconds),
    syncEnded({ provider, outcome, seconds, stored, removed, failed }) {
      syncs.observe({ provider, outcome }, seconds);
      items.inc({ provider, what: 'stored' }, stored);
      items.inc({ provider, what: 'removed' }, removed);
      items.inc({ provider, what: 'failed' }, failed);
    },
    watched: (provider, event) => watches.inc({ provider, event }),
    jobEnded: ({ seconds, ...labels }) => jobs.observe(labels, seconds),
    gauge({ name, formerName, help, labels = [], read }: GaugeOptions) {
      addGauge(name, help);
      if (formerName !== undefined) addGauge(formerName, `Renamed to ${name}. ${help}`);

      function addGauge(gaugeName: string, text: string): void {
        const gauge = new Gauge({
          name: gaugeName,
          help: text,
          labelNames: [...labels],
          registers,
          async collect() {
            gauge.reset();
            try {
              for (const { labels: of, value } of await read()) gauge.set(of, value);
            } catch (error) {
              log.warn({ err: error, gauge: gaugeName }, 'cannot read a metric');
            }
          },
        });
      }
    },
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
