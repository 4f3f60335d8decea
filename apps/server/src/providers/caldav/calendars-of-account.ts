import type { ProviderSession } from '#modules/integrations/provider.ts';
import { type CalendarAccount, readCalendarAccount } from './calendar-account.ts';
import { MAX_CALENDARS } from './caldav-limits.ts';
import type { DavClient } from './dav/dav-client.ts';
import { DavResponseError, DavStatusError, isOfAccount } from './dav/dav-failure.ts';
import {
  type Calendar,
  checkUnlisted,
  discoverCalendars,
  listCalendars,
} from './discover-calendars.ts';
import { normalizeAddress } from './read-events.ts';
import type { Reading } from './reading.ts';

/** The calendars of an account during one sync. */
interface CalendarsOfAccount extends Pick<Reading, 'calendars' | 'calendarAt' | 'checkUnlisted'> {
  /** The user's own addresses, as the server reported them. */
  addresses: () => ReadonlySet<string>;
}

/**
 * Lists the calendars of an account and remembers the last list. Where the server has moved them,
 * they are discovered again and the new address is saved.
 */
export function createCalendarsOfAccount(
  client: DavClient,
  session: ProviderSession,
): CalendarsOfAccount {
  const { signal, source } = session;
  let account = readCalendarAccount(session.credentials);
  let known: Calendar[] | undefined;
  /** The findings since the calendars were listed. */
  const unlisted = new Map<string, Error | undefined>();
  /** Why the server did not respond at the address of one of them. */
  let unresponsive: Error | undefined;

  const calendars = async (): Promise<Calendar[]> => {
    known = await listMoved();
    unlisted.clear();
    unresponsive = undefined;
    return known;
  };
  const listMoved = async (): Promise<Calendar[]> => {
    try {
      return await listCalendars(client, account);
    } catch (error) {
      if (!(error instanceof DavStatusError) || ![404, 410].includes(error.status)) throw error;
      const found = await discoverCalendars(client, source);
      account = { ...account, ...found } satisfies CalendarAccount;
      session.saveCredentials(account);
      return listCalendars(client, account);
    }
  };
  /**
   * The server has just listed the others, so they can be read even if it does not respond at this
   * address. No further one is requested then: each may take a minute.
   */
  const check = async (href: string): Promise<Error | undefined> => {
    if (unresponsive !== undefined) return unresponsive;
    try {
      return await checkUnlisted(client, account, href);
    } catch (error) {
      signal.throwIfAborted();
      if (isOfAccount(error) || !(error instanceof Error)) throw error;
      unresponsive = error;
      return error;
    }
  };
  return {
    addresses: () => new Set([source, ...account.addresses]),
    calendars,
    calendarAt: async ({ href }) => {
      const address = normalizeAddress(href);
      return (known ?? (await calendars())).find(
        ({ url }) => normalizeAddress(url.href) === address,
      );
    },
    checkUnlisted: async (href) => {
      if (!unlisted.has(href)) unlisted.set(href, await check(href));
      const problem = unlisted.get(href);
      if (problem === undefined) return undefined;
      if (known?.length === 0) throw problem;
      const skipped = [...unlisted.values()].filter((one) => one !== undefined);
      if (skipped.length > MAX_CALENDARS) {
        throw new DavResponseError(
          `It has more than ${MAX_CALENDARS} calendars without listing them.`,
        );
      }
      return problem;
    },
  };
}
