import { useEffect, useState } from 'react';
import { apiRequest } from '#lib/api/api-request.ts';
import { isFullServer } from '#lib/server-level.ts';

/** Whether anyone can sign in here with their company. The page works without the answer. */
export function useCompanyOffer(): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (!isFullServer()) return;
    const stop = new AbortController();
    const load = async () => {
      const { data } = await apiRequest('GET /api/auth/sso', { signal: stop.signal });
      if (!stop.signal.aborted) setOffered(data?.isOffered === true);
    };
    void load();
    return () => stop.abort();
  }, []);
  return isOffered;
}
