/** A check that takes too long for every change. Its output is kept in docs/proof as evidence. */
export interface Proof {
  /** What the proof shows, for the list that `npm run proof` prints. */
  title: string;
  /** The program and its arguments. It exits with 0 when the proof holds. */
  command: readonly [string, ...string[]];
}

/** The proofs by name, in the order in which `npm run proof -- all` runs them. */
export const proofs: Readonly<Record<string, Proof>> = {
  abuse: {
    title: 'attacks on sign-in, fair use and connections of a server configured as in production',
    command: ['node', 'apps/server/test/abuse/prove-abuse.ts'],
  },
  cluster: {
    title: 'the server’s tests, or with --journeys the journeys, on a Citus cluster of three nodes',
    command: ['node', 'apps/server/test/cluster/prove-cluster.ts'],
  },
  costs: {
    title:
      'the 20 most expensive requests, whole lists and imports of members, and what others notice',
    command: ['node', 'apps/server/test/costs/prove-costs.ts'],
  },
  faults: {
    title: 'syncs whose process is killed and whose provider fails',
    command: ['node', 'apps/server/test/faults/prove-faults.ts'],
  },
  kills: {
    title: 'two processes killed inside each kind of job and import, with and without PostgreSQL',
    command: ['node', 'apps/server/test/kills/prove-kills.ts'],
  },
  'mail-servers': {
    title: 'thousands of changes on Dovecot, Cyrus, Radicale and Xandikos',
    command: ['node', 'apps/server/test/mail-servers/prove-mail-servers.ts'],
  },
  mailboxes: {
    title: 'figures of real mailboxes, counted independently',
    command: ['node', 'demo/test/prove-mailboxes.ts'],
  },
  mcp: {
    title:
      'clients of the Model Context Protocol that assistants are built with, in both of its eras',
    command: ['node', 'apps/server/test/mcp/prove-mcp.ts'],
  },
  'node-kills': {
    title: 'worker nodes of a cluster killed during captures and shares',
    command: ['node', 'apps/server/test/cluster/kills/prove-node-kills.ts'],
  },
  'odd-inputs': {
    title:
      'files that people had problems with, uploaded to a running server, and changed at random',
    command: ['node', 'demo/test/prove-odd-inputs.ts'],
  },
  quota: {
    title: 'how little of Google’s quota eleven added accounts use',
    command: ['node', 'demo/test/prove-quota.ts'],
  },
  sso: {
    title:
      'single sign-on with oidc-provider and Glewlwyd, and what the client library accepts unchecked',
    command: ['node', 'apps/server/test/sso/prove-sso.ts'],
  },
  stops: {
    title: 'the demo stopped and killed in many ways',
    command: ['node', 'demo/test/prove-stops.ts'],
  },
  upgrade: {
    title: 'an upgrade from the version before, under load and with kills',
    command: ['node', 'apps/server/test/upgrade/prove-upgrade.ts'],
  },
  'workspace-files': {
    title: 'memory of a large export and import of a workspace, each killed twenty times',
    command: ['node', 'apps/server/test/workspace-file/prove-workspace-files.ts'],
  },
  nginx: {
    title: 'two servers behind nginx, one of them killed',
    command: ['node', 'apps/server/test/prove-behind-nginx.ts'],
  },
  proxies: {
    title: 'a server behind Caddy, nginx, Apache and HAProxy with the samples of deploy/proxies',
    command: ['node', 'apps/server/test/proxies/prove-proxies.ts'],
  },
  monitoring: {
    title: 'Prometheus with the alert rules and the expressions of the dashboard',
    command: ['node', 'apps/server/test/monitoring/prove-monitoring.ts'],
  },
  operations: {
    title: 'what an operator’s commands take with much data',
    command: ['node', 'bench/src/operations.ts'],
  },
  'fresh-machine': {
    title: 'the README’s commands on bare Debian, as root and as a user (needs root)',
    command: ['sh', 'deploy/prove-fresh-machine.sh'],
  },
  install: {
    title: 'the production install on bare Debian (needs root)',
    command: ['sh', 'deploy/prove-install.sh'],
  },
  image: {
    title: 'the container image and compose file (needs root and podman)',
    command: ['sh', 'deploy/prove-image.sh'],
  },
};
