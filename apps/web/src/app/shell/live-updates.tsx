import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLiveIntegrations } from '../../lib/integrations/use-live-integrations.ts';
import { createActivityRenewal } from './create-activity-renewal.ts';

/** Lets every page show what comes in while it is open. */
export function LiveUpdates() {
  const client = useQueryClient();
  const [renewal] = useState(() => createActivityRenewal(client));
  useLiveIntegrations({ onTold: renewal.note, onAccounts: renewal.renewSoon });
  useEffect(() => renewal.stop, [renewal]);
  return null;
}
