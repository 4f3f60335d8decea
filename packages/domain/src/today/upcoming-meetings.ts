import {
  addDays,
  type BusinessDay,
  businessDayOf,
  startOfBusinessDay,
} from '../time/business-day.ts';

export interface Meeting {
  id: string;
  startTime: Date;
  endTime: Date;
  isAllDay: boolean;
}

/** Returns the first instant of today and the first after tomorrow in a time zone. */
export function todayAndTomorrow(now: Date, timeZone: string): { from: Date; until: Date } {
  const today = businessDayOf(now, timeZone);
  return {
    from: startOfBusinessDay(today, timeZone),
    until: startOfBusinessDay(addDays(today, 2), timeZone),
  };
}

/**
 * The meetings that take place today or tomorrow, in a time zone: the current and the next ones first,
 * whole-day meetings after the others of their day, and past ones at the end.
 */
export function upcomingMeetings<Entry extends Meeting>(
  meetings: readonly Entry[],
  now: Date,
  timeZone: string,
): Entry[] {
  const { from, until } = todayAndTomorrow(now, timeZone);
  const today = businessDayOf(now, timeZone);
  const dayOf = ({ startTime }: Entry): BusinessDay => {
    const day = businessDayOf(startTime, timeZone);
    return day < today ? today : day;
  };
  return meetings
    .filter((one) => one.startTime < until && (one.endTime > from || one.startTime >= from))
    .map((meeting) => ({
      meeting,
      order: [
        isOver(meeting, now) ? '1' : '0',
        dayOf(meeting),
        meeting.isAllDay ? '1' : '0',
        meeting.startTime.toISOString(),
        meeting.id,
      ].join(' '),
    }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ meeting }) => meeting);
}

export const isOver = ({ startTime, endTime }: Meeting, now: Date): boolean =>
  endTime <= now && startTime < now;
