import { limits } from '@repo/contract/page-limits';

/** Why a text cannot be the note of an account; undefined when it can. */
export const noteProblem = (note: string): string | undefined =>
  note.length > limits.accountNoteLength
    ? `The note must be at most ${limits.accountNoteLength} characters.`
    : undefined;
