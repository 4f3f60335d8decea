import { useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../api/api-request.ts';
import { checkSession } from './check-session.ts';

/**
 * `apiRequest` for forms that require a session and show errors beside their fields. If the token is
 * refused, the response is delayed until it is known whether the session is over; if it is, the form
 * is no longer shown by then.
 */
export function useSend(): typeof apiRequest {
  const client = useQueryClient();
  return async (name, ...options) => {
    const result = await apiRequest(name, ...options);
    await checkSession(client, result.error);
    return result;
  };
}
