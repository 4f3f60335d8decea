/** One value of a gauge. */
export interface Reading {
  labels: Record<string, string>;
  value: number;
}

export interface GaugeOptions {
  name: string;
  /** The name in the previous version, which is also served for one version. */
  formerName?: string;
  help: string;
  labels?: readonly string[];
  /** Called at each scrape. When it fails, the scrape has no values of the gauge. */
  read: () => Promise<readonly Reading[]> | readonly Reading[];
}

export interface EndedRequest {
  method: string;
  /** The route's template, never the path: `/api/accounts/:accountId`. */
  route: string;
  status: number;
  seconds: number;
}

export interface EndedSync {
  provider: string;
  outcome: 'done' | 'failed' | 'interrupted';
  seconds: number;
  stored: number;
  removed: number;
  failed: number;
}

/** The events of a connection's watch. The last three end it. */
export type WatchEvent = 'live' | 'hint' | 'renewed' | 'lost' | 'refused' | 'unsupported';

/** The metrics of a process, for Prometheus. */
export interface Metrics {
  requestEnded: (request: EndedRequest) => void;
  syncEnded: (sync: EndedSync) => void;
  watched: (provider: string, event: WatchEvent) => void;
  jobEnded: (job: { name: string; outcome: 'done' | 'failed'; seconds: number }) => void;
  gauge: (options: GaugeOptions) => void;
  /** All metrics in the text format of Prometheus. */
  render: () => Promise<{ type: string; text: string }>;
}
