import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Participants } from './information-panel.tsx';
import type { TimelinePart } from './timeline/timeline-parts.ts';
import type { Window } from './timeline/timeline-request.ts';
import { participantsQuery } from './timeline/timeline-query.ts';
import { participantsOf } from './timeline/window-stats.ts';

/**
 * Who took part in a window: as the server says where it does, else out of the activities of the
 * window's first part. Undefined while that is on its way.
 */
export function useParticipants(
  accountId: string,
  window: Window,
  part: TimelinePart | undefined,
  domain: string | undefined,
): Participants | undefined {
  const offered = part?.page !== undefined;
  const { data, isError } = useQuery(participantsQuery(accountId, window, offered));
  return useMemo(() => {
    if (part === undefined) return undefined;
    if (data !== undefined) return { listed: data.participants, total: data.total };
    if (offered && !isError) return undefined;
    const listed = participantsOf(part.items, domain);
    return { listed, total: listed.length };
  }, [part, data, offered, isError, domain]);
}
