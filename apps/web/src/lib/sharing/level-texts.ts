import type { ShareLevel } from '@repo/domain/sharing/share-level';

/** The names of the levels of a share, with their explanations; the level that shows most comes first. */
export const LEVEL_TEXTS: readonly { level: ShareLevel; label: string; sentence: string }[] = [
  {
    level: 'full',
    label: 'Everything',
    sentence: 'Colleagues see subjects, participants, times and the full text.',
  },
  {
    level: 'subject',
    label: 'Subjects',
    sentence: 'Colleagues see subjects, participants and times, but no text.',
  },
  {
    level: 'activity',
    label: 'Activity only',
    sentence:
      'Colleagues see the day, the kind and which of you was in touch; no subject, text or address.',
  },
];

export const labelOfLevel = (level: ShareLevel): string =>
  LEVEL_TEXTS.find((one) => one.level === level)?.label ?? level;

/** The warning before choosing a lower level: sharing less does not hide what others show. */
export const COPIES_NOTE =
  'If a colleague shares the same activity, the higher of your two levels shows.';

/** Explains the level full, in a workspace where texts are for those who took part. */
const PARTICIPANTS_SENTENCE =
  'Colleagues see subjects, participants and times. Only those who took part can read the text.';

/**
 * Explains what colleagues see at a level, and what a lower level cannot hide.
 *
 * @param participantsOnly whether the workspace shows texts only to those who took part.
 */
export function sentenceOfLevel(level: ShareLevel, participantsOnly = false): string | undefined {
  if (level === 'full' && participantsOnly) return PARTICIPANTS_SENTENCE;
  const sentence = LEVEL_TEXTS.find((one) => one.level === level)?.sentence;
  return sentence === undefined || level === 'full' ? sentence : `${sentence} ${COPIES_NOTE}`;
}

/** Reads a level; undefined for one that is absent or unknown. */
export const readLevel = (value: unknown): ShareLevel | undefined =>
  LEVEL_TEXTS.find(({ level }) => level === value)?.level;
