import type { Subject } from '../described-table.ts';
import { server } from '../read-by.ts';

export const signingIn: Subject = {
  title: 'Signing in',
  about:
    'Tokens are stored as hashes. Attempts are counted under keyed hashes of address and network.',
  tables: {
    sessions: {
      row: 'A session: the hash of its token, its device, and when it was last used.',
      readBy: 'Its user',
      kind: 'signIn',
      whenLeaving: 'atOnce',
      belongsTo: { id: 'user_id' },
      columns: {
        key: 'id',
        user: 'user_id',
        about: 'device address',
        mark: 'created_at last_used_at opened_with proven_at',
        secret: 'token_hash',
      },
    },
    authenticator_apps: {
      row: "A user's authenticator app: its secret, encrypted, and the time step of the last accepted code.",
      readBy: 'Its user, without the secret',
      kind: 'factors',
      whenLeaving: 'atOnce',
      belongsTo: { id: 'user_id' },
      columns: {
        user: 'user_id',
        mark: 'last_step added_at last_used_at',
        secret: 'secret secret_key_id',
      },
    },
    recovery_codes: {
      row: 'The hash of a recovery code that was not used.',
      readBy: 'Its user sees how many are left',
      kind: 'factors',
      whenLeaving: 'atOnce',
      belongsTo: { id: 'user_id' },
      columns: { user: 'user_id', secret: 'code_hash' },
    },
    repeated_requests: {
      row: 'The answer to a request with an Idempotency-Key, for when it is sent again: ids, states and times, no texts.',
      readBy: 'Its user, with the same token',
      kind: 'apiKeys',
      whenLeaving: 'atOnce',
      belongsTo: { id: 'user_id' },
      columns: {
        user: 'user_id',
        mark: 'started_at',
        state: 'response',
        secret: 'key_hash request_hash',
      },
    },
    api_keys: {
      row: 'A personal API key: its hash, its scopes, when it ends, and its last use.',
      readBy: 'Its user',
      kind: 'apiKeys',
      whenLeaving: 'atOnce',
      belongsTo: { id: 'user_id' },
      columns: {
        key: 'id',
        user: 'user_id',
        about: 'name last_used_from networks',
        mark: 'start scopes created_at expires_at last_used_at revoked_at',
        secret: 'token_hash',
      },
    },
    password_resets: {
      row: 'The hash of a link that sets a password, created by an administrator.',
      readBy: server,
      kind: 'signIn',
      whenLeaving: 'atOnce',
      belongsTo: { id: 'user_id' },
      columns: {
        user: 'user_id initiator_id',
        mark: 'created_at expires_at',
        secret: 'token_hash',
      },
    },
    requested_password_resets: {
      row: 'The same for a link that the user requested.',
      readBy: server,
      kind: 'signIn',
      whenLeaving: 'atOnce',
      belongsTo: { id: 'user_id' },
      columns: { user: 'user_id', mark: 'created_at expires_at', secret: 'token_hash' },
    },
    reset_requests: {
      row: 'An email for which a reset was requested, until a job has looked it up.',
      readBy: server,
      kind: 'signIn',
      whenLeaving: 'atOnce',
      erasure: 'rows',
      belongsTo: { email: 'email' },
      columns: { key: 'id', about: 'email', mark: 'requested_at turn' },
    },
    rate_limit_counters: {
      row: 'A counter of attempts within a window of time.',
      readBy: server,
      kind: 'attempts',
      whenLeaving: 'notTheirs',
      columns: { secret: 'key', mark: 'count ends_at' },
    },
    sign_in_failures: {
      row: 'Recent failed attempts to sign in, by keyed hashes of email and network.',
      readBy: server,
      kind: 'attempts',
      whenLeaving: 'notTheirs',
      columns: { secret: 'key', mark: 'failed_at last_failed_at' },
    },
  },
};
