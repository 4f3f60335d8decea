import { useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../api/api-request.ts';
import { checkSession } from './check-session.ts';

/**
 * `call` for the forms of the signed-in, which put what failed beside their fields. A refused token
 * is a matter of the session before it is one of the form: the response waits until that is settled,
 * and where the session is over the form is gone by then.
 */
export function useSend(): typeof apiRequest {
  const client = useQueryClient();
  return async (name, ...options) => {
    const result = await apiRequest(name, ...options);
    await checkSession(client, result.error);
    return result;
  };
}
