import type { ShareLevel } from './share-level.ts';

interface ShownToAll {
  /** The level at which all members see the copy. */
  level: ShareLevel;
  /** Whether its text is shown as well, to those who took part alone. */
  isForParticipants: boolean;
}

/**
 * Decides what all members see of a shown copy. Where the workspace leaves texts to those who took part, a copy that
 * its share shows in full is shown to everyone as at the level subject; what a share shows less of stays less, for
 * those who took part as well.
 */
export const shownToAll = (level: ShareLevel, participantsOnly: boolean): ShownToAll =>
  participantsOnly && level === 'full'
    ? { level: 'subject', isForParticipants: true }
    : { level, isForParticipants: false };
