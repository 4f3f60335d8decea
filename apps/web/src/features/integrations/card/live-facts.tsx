import type { Integration } from '@repo/contract/integrations';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Fact } from '../fact-list.tsx';

/** Since when the server of a connection reports changes, and the last one; nothing while it does not. */
export function LiveFacts({ integration }: { integration: Integration | undefined }) {
  const live = integration?.live;
  if (live === undefined) return null;
  return (
    <>
      <Fact label="Live since">
        <RelativeTime value={live.since} />
      </Fact>
      <Fact label="Last change noticed">
        <RelativeTime value={live.hintedAt ?? null} fallback="None yet" />
      </Fact>
    </>
  );
}
