/** One value of a gauge. */
export interface Reading {
  labels: Record<string, string>;
  value: number;
}

export interface GaugeOptions {
  name: string;
  help: string;
  labels?: readonly string[];
  /** Asked at each scrape. Where it fails, the gauge is left out of that scrape. */
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

/** What a process counts about itself, for a Prometheus server that scrapes it. */
export interface Metrics {
  requestEnded: (request: EndedRequest) => void;
  syncEnded: (sync: EndedSync) => void;
  jobEnded: (job: { name: string; outcome: 'done' | 'failed'; seconds: number }) => void;
  gauge: (options: GaugeOptions) => void;
  /** Everything in the text format of Prometheus. */
  render: () => Promise<{ type: string; text: string }>;
}
