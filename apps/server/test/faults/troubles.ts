import { sql } from 'kysely';
import type { Sources } from './sources.ts';
import { owner, type World } from './world.ts';

const hourMs = 60 * 60 * 1000;

/** Every failure switch of the sandbox, each striking some of the requests. */
const effects = [
  { kind: 'fail', status: 401 },
  { kind: 'fail', status: 403, reason: 'userRateLimitExceeded', retryAfter: 1 },
  { kind: 'fail', status: 403, reason: 'rateLimitExceeded' },
  { kind: 'fail', status: 429, retryAfter: 1 },
  { kind: 'fail', status: 500 },
  { kind: 'fail', status: 503 },
  { kind: 'slow', ms: 300 },
  { kind: 'cut' },
  { kind: 'duplicate-entries' },
  { kind: 'reorder-entries' },
] as const;
const paths = ['/gmail/v1/users/me/**', '/calendar/v3/**', '/graphql', '/token'];

/** What goes wrong beside processes that die, one thing after the other, over and over. */
export function createTroubles({ db, sandbox }: World, sources: Sources) {
  const troubles: [name: string, work: () => Promise<unknown>][] = [
    ...effects.flatMap((effect) =>
      paths.map((path): [string, () => Promise<unknown>] => [
        `${effect.kind}${'status' in effect ? ` ${effect.status}` : ''} at ${path}`,
        () => sandbox('POST', 'faults', { path, effect, probability: 0.15, times: 20 }),
      ]),
    ),
    ['database connections dropped', () => dropConnections(db)],
    ['access tokens expired', () => sandbox('POST', `google-oauth/${owner}/expire-access-tokens`)],
    ['grants revoked', () => sandbox('POST', `google-oauth/${owner}/revoke-grants`)],
    ['history expired', () => sandbox('POST', `gmail/${owner}/expire-history`)],
    ['sync tokens expired', () => sandbox('POST', `google-calendar/${owner}/expire-sync-tokens`)],
    ['clock ahead', () => sandbox('POST', 'clock', { offsetMs: 3 * hourMs })],
    ['clock behind', () => sandbox('POST', 'clock', { offsetMs: -3 * hourMs })],
    [
      'a mail deleted between two pages',
      async () => {
        const id = await sources.someMail();
        const path = `/sandbox/gmail/${owner}/messages/${id}`;
        const effect = { kind: 'call', method: 'DELETE', path };
        await sandbox('POST', 'faults', { path: '/gmail/v1/users/me/messages', times: 1, effect });
      },
    ],
  ];
  let next = 0;
  return {
    count: troubles.length,
    /** Makes the next trouble; answers its name. */
    async make(): Promise<string> {
      const [name, work] = troubles[next % troubles.length] ?? ['', async () => undefined];
      next += 1;
      await work();
      return name;
    },
    async end(): Promise<void> {
      await sandbox('DELETE', 'faults');
      await sandbox('POST', 'clock', { offsetMs: 0 });
    },
  };
}

const dropConnections = (db: World['db']) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
