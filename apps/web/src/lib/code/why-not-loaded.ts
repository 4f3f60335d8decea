import type { ConnectionState } from '../connection/connection.ts';
import type { CodeStatus } from './code-loader.ts';

/** Why a part of the application is missing, and what happens next. */
export function whyNotLoaded(status: CodeStatus, connection: ConnectionState): string {
  if (status === 'replaced') return 'There is a new version. Reload the page to use it.';
  if (status === 'stuck') return 'Reload the page to load it.';
  if (connection === 'offline') return 'You are offline. It loads when the connection is back.';
  if (connection === 'connected') return 'Try again in a moment.';
  return 'The server cannot be reached. It loads when the connection is back.';
}
