import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { recordVisit } from './change-own-accounts.ts';

type RecordVisitProps = { workspaceId: string; accountId: string };

/** Records that an account is shown, once each time that its page is opened. */
export function RecordVisit({ workspaceId, accountId }: RecordVisitProps) {
  const client = useQueryClient();
  useEffect(() => {
    void recordVisit(client, { workspaceId, accountId });
  }, [client, workspaceId, accountId]);
  return null;
}
