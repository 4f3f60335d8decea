import type { GmailApi } from './gmail/gmail.ts';
import { createMailbox, latestShift, type MailboxSource } from './gmail/mailboxes.ts';
import type { CalendarApi } from './google-calendar/google-calendar.ts';
import {
  type CalendarSource,
  latestCalendarShift,
  loadCalendar,
} from './google-calendar/ics/load-calendars.ts';
import type { SandboxCore } from './stand-in.ts';
import { readSetting, writeSetting } from './storage/settings.ts';
import { inLongTransaction } from './storage/transaction.ts';

/** A sample user: their Gmail, and the iCalendar files of their calendar. */
export type PersonSource = MailboxSource & CalendarSource;

export interface LoadOptions {
  dataDir: string;
  mailboxes: readonly PersonSource[];
  shiftDays?: number;
}

/** Creates the users that do not exist yet, all or none, and returns the shift of all dates. */
export async function loadPeople(
  core: SandboxCore,
  { context, calendars }: Pick<GmailApi & CalendarApi, 'context' | 'calendars'>,
  options: LoadOptions,
): Promise<number> {
  const { database, owners } = core;
  const now = core.now();
  const fresh = options.mailboxes.filter(({ address }) => owners.byAddress(address) === undefined);
  const shiftDays = await chooseShift(core, options, fresh);
  await inLongTransaction(database, async () => {
    for (const source of fresh) {
      const { id } = await createMailbox(context, source, { shiftDays, now });
      calendars.openCalendar(id);
      await loadCalendar(calendars, id, source, { shiftDays, now });
    }
    if (fresh.some(({ file, calendarFiles }) => file !== undefined || calendarFiles?.length)) {
      writeSetting(database, 'shiftDays', String(shiftDays));
    }
  });
  return shiftDays;
}

/** The shift of the first files applies to all that are loaded later. */
async function chooseShift(
  { database, now }: SandboxCore,
  { dataDir, shiftDays }: LoadOptions,
  fresh: readonly PersonSource[],
): Promise<number> {
  const stored = readSetting(database, 'shiftDays');
  if (stored !== undefined && shiftDays !== undefined && Number(stored) !== shiftDays) {
    throw new Error(
      `The mails in ${dataDir} were moved by ${stored} days; to move them by ${shiftDays}, start with an empty folder.`,
    );
  }
  return (
    shiftDays ??
    (stored === undefined ? undefined : Number(stored)) ??
    (await latestShift(fresh, now())) ??
    (await latestCalendarShift(fresh, now())) ??
    0
  );
}
