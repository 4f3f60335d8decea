import type { Integration } from '@repo/contract/integrations';
import { useState } from 'react';
import { summarizeSync } from './sync-summary.ts';

/**
 * The announcements of a card's syncs for screen readers: how one ended that the user requested,
 * and that a scheduled one failed. The progress in between is not announced.
 *
 * @returns the announcement, and what to call when the user requests a sync.
 */
export function useSyncAnnouncement(integration: Integration | undefined, name: string) {
  const [news, setNews] = useState('');
  const [asked, setAsked] = useState(false);
  const [before, setBefore] = useState(integration);

  if (before !== integration) {
    setBefore(integration);
    const ended = before?.progress !== undefined && integration?.progress === undefined;
    const { lastError, lastSync } = integration ?? {};
    const failed = lastError !== undefined && lastError !== before?.lastError;
    if (failed && before !== undefined) setNews(`${name}: ${lastError}`);
    else if (ended && asked && lastSync !== undefined)
      setNews(`${name} synced: ${summarizeSync(lastSync)}`);
    if (ended) setAsked(false);
  }
  return { news, expect: () => setAsked(true) };
}
