import type { ProviderSession } from '#modules/integrations/provider.ts';
import type { ActivitySource } from '#modules/integrations/provider/activity-source.ts';
import { openGraphSession } from '../microsoft-auth/graph-session.ts';
import { MAX_AT_ONCE, type MailboxLimits } from '../microsoft-auth/mailbox-limits.ts';
import { wordedFor } from '../microsoft-auth/microsoft-failure.ts';
import type { MicrosoftSettings } from '../microsoft-auth/microsoft-settings.ts';
import { createEventReader } from './event-reader.ts';
import { listEvents } from './list-events.ts';
import { mapEvent } from './map-event.ts';
import { readChanges, readPosition } from './read-changes.ts';

export const SERVICE = 'Microsoft 365 Calendar';
const worded = wordedFor(SERVICE);

/** Opens a user's own calendar for one sync; recurring events as their occurrences. */
export function openCalendar(
  settings: MicrosoftSettings,
  session: ProviderSession,
  limits: MailboxLimits,
): ActivitySource {
  const graph = openGraphSession(settings, session, limits);
  const events = createEventReader(graph);
  const reading = { graph, events };
  const meeting = async (id: string) => {
    const found = await worded(async () => {
      const event = await events.read(id);
      return event && { event, master: await events.seriesOf(event) };
    });
    return found && mapEvent(found.event, found.master);
  };
  return {
    // A request, so that a calendar that cannot be read is noticed before it is listed.
    position: () =>
      worded(async () => {
        await graph.get({ path: '/me/calendar?$select=id' });
        return readPosition(graph);
      }),
    changes: (cursor) => worded(() => readChanges(reading, cursor)),
    list: (window, pageToken) => worded(() => listEvents(reading, window, pageToken)),
    async head(id) {
      const activity = await meeting(id);
      if (activity === undefined) return undefined;
      const { occurredAt, participants } = activity;
      return { occurredAt, participants, listAddresses: [] };
    },
    read: meeting,
    readsAtOnce: MAX_AT_ONCE,
  };
}
