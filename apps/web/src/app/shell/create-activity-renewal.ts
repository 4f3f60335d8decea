import type { Integration } from '@repo/contract/integrations';
import type { Query, QueryClient } from '@tanstack/react-query';

/** Where the features keep what they show of activities: the first word of their queries' keys. */
const SHOWS_ACTIVITIES = new Set(['accounts', 'timeline', 'activity']);
/** A sync stores page after page; what is shown of it is renewed no more often. */
const RENEWAL_MS = 5_000;
/** A feed that was read further than so many parts is not read anew under the reader. */
const RENEWED_PARTS = 3;

/** Renews whatever shows activities when some were stored or removed. */
export function createActivityRenewal(client: QueryClient) {
  let known: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;

  const renew = () => {
    timer = undefined;
    renewedAt = performance.now();
    void client.invalidateQueries({ predicate: showsActivities, refetchType: 'none' });
    void client.refetchQueries({ type: 'active', predicate: isRenewed }, { cancelRefetch: false });
  };

  return {
    /** Takes what the integrations are told to do now. */
    note(integrations: readonly Integration[]): void {
      const stored = integrations.map(tellStored).join();
      const changed = known !== undefined && known !== stored;
      known = stored;
      if (!changed || timer !== undefined) return;
      timer = setTimeout(renew, Math.max(0, renewedAt + RENEWAL_MS - performance.now()));
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Differs when what is stored does; a sync that found nothing new makes no difference. */
function tellStored({
  id,
  storedActivities,
  lastSync,
  provider,
  lastSyncedAt,
}: Integration): string {
  const changed = lastSync !== undefined && lastSync.stored + lastSync.removed > 0;
  // A webhook tells of no sync; each delivery is one.
  const at = provider === 'fathom' ? lastSyncedAt : changed ? lastSync.endedAt : '';
  return `${id} ${storedActivities ?? ''} ${at}`;
}

const showsActivities = ({ queryKey }: Query): boolean => SHOWS_ACTIVITIES.has(String(queryKey[0]));

/** In a feed somebody reads far down, what is new stands outside of their view. */
function isRenewed(query: Query): boolean {
  const { pages = [] } = (query.state.data ?? {}) as { pages?: unknown[] };
  return showsActivities(query) && pages.length <= RENEWED_PARTS;
}
