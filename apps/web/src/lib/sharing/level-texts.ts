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
    sentence: 'Colleagues see the day, the kind and who of you; no subject, text or address.',
  },
];

export const labelOfLevel = (level: ShareLevel): string =>
  LEVEL_TEXTS.find((one) => one.level === level)?.label ?? level;

export const sentenceOfLevel = (level: ShareLevel): string | undefined =>
  LEVEL_TEXTS.find((one) => one.level === level)?.sentence;

/** Reads a level; undefined for one that is absent or unknown. */
export const readLevel = (value: unknown): ShareLevel | undefined =>
  LEVEL_TEXTS.find(({ level }) => level === value)?.level;
