import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLiveIntegrations } from '../../lib/integrations/use-live-integrations.ts';
import { createActivityRefresher } from './create-activity-refresher.ts';

/** Lets every page show what comes in while it is open. */
export function LiveUpdates() {
  const client = useQueryClient();
  const [renewal] = useState(() => createActivityRefresher(client));
  useLiveIntegrations({
    onIntegrationsChange: renewal.note,
    onAccountsChange: renewal.scheduleRefresh,
  });
  useEffect(() => renewal.stop, [renewal]);
  return null;
}
