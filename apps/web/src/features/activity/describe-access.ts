import type { AccessView } from '@repo/contract/activities';
import { isBusinessDay } from '@repo/domain/time/business-day';
import { type Fields, fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { formatShortDay, formatWholeDay } from '#lib/time/business-time.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

const STATES: readonly string[] = ['none', 'asked', 'declined', 'granted'];

/** Reads whether the reader can ask for an activity, and the answer; undefined where the server offers nothing. */
export function readAccess(received: unknown): AccessView | undefined {
  const fields: Fields = fieldsOf(received);
  const state = textOf(fields['state']);
  if (!STATES.includes(state)) return undefined;
  return {
    state: state as AccessView['state'],
    ...(readInstant(fields['askedAt']) && { askedAt: textOf(fields['askedAt']) }),
    ...(fields['isForParticipants'] === true && { isForParticipants: true }),
    ...(isBusinessDay(textOf(fields['lastDay'])) && { lastDay: textOf(fields['lastDay']) }),
  };
}

/** Says how a colleague answered the reader's request. */
export function describeAccess({ state, askedAt, lastDay }: AccessView, name: string): string {
  if (state === 'granted') {
    return `${sentenceStart(name)} gave you access${lastDay === undefined ? '' : ` until ${formatWholeDay(lastDay)}`}. Other colleagues see less of it.`;
  }
  const asked = readInstant(askedAt);
  const when = asked === undefined ? 'You asked' : `You asked on ${formatShortDay(dayOf(asked))}`;
  return state === 'declined' ? `${when}: declined.` : `${when}, no answer yet.`;
}

const sentenceStart = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
