import type { SourceProvider } from '#modules/integrations/provider.ts';
import { SPAN_DAYS } from '../calendar/listed-spans.ts';
import { createMailboxLimits } from '../microsoft-auth/mailbox-limits.ts';
import { createMicrosoftConnect } from '../microsoft-auth/microsoft-connect.ts';
import type { MicrosoftSettings } from '../microsoft-auth/microsoft-settings.ts';
import { EVENT_PAGE_SIZE, HISTORY_PAGE_MS } from './calendar-limits.ts';
import { openCalendar, SERVICE } from './open-calendar.ts';

/** Read-only access to a user's own calendars. */
const SCOPE = 'Calendars.Read';

/** Microsoft 365: the meetings of a user's own calendar. See the README in this folder. */
export function createMicrosoftCalendar(
  settings: MicrosoftSettings,
  limitsOf = createMailboxLimits(),
): SourceProvider {
  return {
    id: 'microsoft_calendar',
    name: SERVICE,
    kind: 'calendar',
    texts: {
      note: 'Reads your Outlook or Microsoft 365 calendar. Your organization may need to approve it first',
    },
    history: {
      sliceDays: SPAN_DAYS,
      pageItems: EVENT_PAGE_SIZE,
      pageMs: HISTORY_PAGE_MS,
      itemMs: 0,
    },
    connect: createMicrosoftConnect({
      settings,
      service: SERVICE,
      scope: SCOPE,
      probe: '/me/calendar?$select=id',
    }),
    open: (session) => openCalendar(settings, session, limitsOf(session.source)),
  };
}
