import { apiRequest } from '../api/api-request.ts';
import { endSession } from './session-store.ts';

/**
 * Ends the session here at once; the server is told, but its answer is neither awaited nor used.
 */
export function signOut(): void {
  // Sent before the token is forgotten, which it carries; also by anyone who closes the page at once.
  void apiRequest('POST /api/auth/logout', { keepalive: true });
  endSession({ signedOutHere: true });
}
