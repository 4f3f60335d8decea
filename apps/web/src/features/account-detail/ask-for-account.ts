import { matchPath } from 'react-router';
import { callAhead } from '../../lib/api/call.ts';
import { readSession } from '../../lib/session/session-store.ts';
import { today } from './timeline-parts.ts';
import { partCall } from './timeline-query.ts';
import { windowIn } from './use-timeline-window.ts';

/**
 * Asks, when the application starts at the address of an account, for what its page shows first: its
 * own code and the workspaces are still on their way then.
 */
export function askForAccount({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const found = matchPath('/:orgSlug/:workspaceSlug/accounts/:accountId', pathname);
  const accountId = found?.params.accountId;
  if (accountId === undefined || readSession().token === undefined) return;
  const params = new URLSearchParams(search);
  const { size, end } = windowIn(params, today());
  callAhead('GET /api/workspaces');
  callAhead('GET /api/accounts/{accountId}', { params: { accountId } });
  callAhead('GET /api/accounts/{accountId}/timeline', partCall(accountId, size, { end }));
  const activityId = params.get('activity');
  if (activityId) callAhead('GET /api/activities/{activityId}', { params: { activityId } });
}
