import { sql } from 'kysely';
import type { Sources } from './sources.ts';
import { owner, type World } from './world.ts';

const hourMs = 60 * 60 * 1000;

/** Every kind of injected failure of the sandbox, each of which affects some of the requests. */
const effects = [
  { kind: 'fail', status: 401 },
  { kind: 'fail', status: 403, reason: 'userRateLimitExceeded', retryAfter: 1 },
  { kind: 'fail', status: 403, reason: 'rateLimitExceeded' },
  { kind: 'fail', status: 429, retryAfter: 1 },
  { kind: 'fail', status: 500 },
  { kind: 'fail', status: 502 },
  { kind: 'fail', status: 503, retryAfter: 1 },
  { kind: 'slow', ms: 300 },
  { kind: 'cut' },
  { kind: 'duplicate-entries' },
  { kind: 'reorder-entries' },
] as const;
/** An error in the body of a Fireflies response whose status is a success. */
const firefliesCodes = [
  'too_many_requests',
  'forbidden',
  'paid_required',
  'invalid_arguments',
  'auth_failed',
  'account_cancelled',
];
const paths = ['/gmail/v1/users/me/**', '/calendar/v3/**', '/graphql', '/token'];

/** The failures apart from killed processes, one after the other, in a loop. */
export function createFailureInjector({ db, sandbox }: World, sources: Sources) {
  const failures: [name: string, work: () => Promise<unknown>][] = [
    ...effects.flatMap((effect) =>
      paths.map((path): [string, () => Promise<unknown>] => [
        `${effect.kind}${'status' in effect ? ` ${effect.status}` : ''} at ${path}`,
        () => sandbox('POST', 'faults', { path, effect, probability: 0.15, times: 20 }),
      ]),
    ),
    ...firefliesCodes.map((reason): [string, () => Promise<unknown>] => [
      `${reason} from Fireflies`,
      () => {
        const effect = { kind: 'fail', status: 200, reason, retryAfter: 1 };
        return sandbox('POST', 'faults', { path: '/graphql', effect, probability: 0.15, times: 5 });
      },
    ]),
    [
      'invalid_grant at /token',
      () => {
        const effect = { kind: 'fail', status: 400, reason: 'invalid_grant' };
        return sandbox('POST', 'faults', { path: '/token', effect, times: 1 });
      },
    ],
    [
      'wrong client secret at /token',
      async () => {
        const effect = { kind: 'fail', status: 401, reason: 'invalid_client' };
        await sandbox('POST', 'faults', { path: '/token', effect, times: 2 });
        await sandbox('POST', `google-oauth/${owner}/expire-access-tokens`);
      },
    ],
    ...[429, 403].map((status): [string, () => Promise<unknown>] => [
      `${status} with the end of the pause in its message at /gmail/v1/users/me/**`,
      () => {
        const end = new Date(Date.now() + 2_000).toISOString();
        const message = `User-rate limit exceeded.  Retry after ${end}`;
        const effect = { kind: 'fail', status, reason: 'userRateLimitExceeded', message };
        const path = '/gmail/v1/users/me/**';
        return sandbox('POST', 'faults', { path, effect, probability: 0.3, times: 10 });
      },
    ]),
    ['a field of a call fails', () => sources.failFields(['summary'])],
    ['a whole call fails', () => sources.failFields(['*'])],
    ['database connections dropped', () => dropConnections(db)],
    ['access tokens expired', () => sandbox('POST', `google-oauth/${owner}/expire-access-tokens`)],
    ['grants revoked', () => sandbox('POST', `google-oauth/${owner}/revoke-grants`)],
    ['history expired', () => sandbox('POST', `gmail/${owner}/expire-history`)],
    ['sync tokens expired', () => sandbox('POST', `google-calendar/${owner}/expire-sync-tokens`)],
    ['clock ahead', () => sandbox('POST', 'clock', { offsetMs: 3 * hourMs })],
    ['clock behind', () => sandbox('POST', 'clock', { offsetMs: -3 * hourMs })],
    ...[
      {
        what: 'mail',
        some: sources.someMail,
        of: `gmail/${owner}/messages`,
        list: '/gmail/v1/users/me/messages',
      },
      {
        what: 'meeting',
        some: sources.someEvent,
        of: `google-calendar/${owner}/events`,
        list: '/calendar/v3/calendars/*/events',
      },
      { what: 'call', some: sources.someCall, of: `fireflies/${owner}/calls`, list: '/graphql' },
    ].map(({ what, some, of, list }): [string, () => Promise<unknown>] => [
      `a ${what} deleted between two pages`,
      async () => {
        const effect = { kind: 'call', method: 'DELETE', path: `/sandbox/${of}/${await some()}` };
        await sandbox('POST', 'faults', { path: list, times: 1, effect });
      },
    ]),
  ];
  let next = 0;
  return {
    count: failures.length,
    /** Injects the next failure; returns its name. */
    async make(): Promise<string> {
      const [name, work] = failures[next % failures.length] ?? ['', async () => undefined];
      next += 1;
      await work();
      return name;
    },
    async end(): Promise<void> {
      await sandbox('DELETE', 'faults');
      await sandbox('POST', 'clock', { offsetMs: 0 });
      await sources.repairFields();
    },
  };
}

const dropConnections = (db: World['db']) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
