/** A measurement of bench/src; its figures are in docs/benchmarks.md. */
export interface Benchmark {
  title: string;
  /** The file in bench/src. */
  file: string;
  /** Whether Node runs with the settings of `npm start`, which keep its memory small. */
  asProduct?: true;
}

/** The benchmarks by the name that `npm run bench -- NAME` takes. */
export const benchmarks: Readonly<Record<string, Benchmark>> = {
  builds: {
    title: 'this checkout and another one in turns (--before FOLDER)',
    file: 'compare-builds.ts',
  },
  accounts: { title: 'the list of accounts, beside bare SQL', file: 'accounts-endpoint.ts' },
  'api-keys': { title: 'the list and “changed since” with API keys', file: 'api-keys.ts' },
  grid: { title: 'scrolling the grid, beside other grids', file: 'grid-scroll.ts' },
  'account-page': { title: 'opening and scrolling an account', file: 'account-page.ts' },
  'admin-lists': { title: 'the lists of the administration', file: 'admin-lists.ts' },
  capture: { title: 'emails captured in a second', file: 'capture.ts', asProduct: true },
  'capture-imap': {
    title: 'emails captured in a second from Dovecot',
    file: 'capture-imap.ts',
    asProduct: true,
  },
  freshness: { title: 'from the delivery of an email until it is published', file: 'freshness.ts' },
  'idle-mailboxes': { title: 'memory of watched mailboxes', file: 'idle-mailboxes.ts' },
  'mail-files': { title: 'uploading and importing a large mbox file', file: 'mail-files.ts' },
  history: { title: 'importing five years of a mailbox', file: 'history.ts' },
  sharing: { title: 'sharing, revoking and removing a domain', file: 'sharing.ts' },
  relationships: { title: 'the list sorted by who is in touch', file: 'relationships.ts' },
  'relationships-growth': {
    title: 'what relationships cost as activities grow',
    file: 'relationships-growth.ts',
  },
  scale: { title: '0.1, 1 and 10 million activities (--workers: a cluster)', file: 'scale.ts' },
  search: { title: 'the first page of a search', file: 'search.ts' },
  session: { title: 'reading the session beside the rows', file: 'session-first.ts' },
  'set-up': { title: 'from a clone to the product running', file: 'set-up.ts' },
  'watch-takeover': {
    title: 'watched mailboxes of a process that is killed',
    file: 'watch-takeover.ts',
  },
};
