import { htmlToText } from '@repo/domain/activities/html-to-text';
import { searchWords } from '@repo/domain/text/search-words';
import type { TranscriptSentence } from '@repo/contract/activities';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';

/** The searchable length of each text of an activity, which limits the cost of capturing it. */
export const SEARCHED_LENGTHS = {
  body: 20_000,
  /** Characters of HTML that are read to extract that much text. */
  html: 100_000,
  transcript: 100_000,
  words: 3_000,
} as const;

interface Searched {
  title: string;
  summary: string;
  location: string | null;
  participants: readonly StoredParticipant[];
  text_body: string | null;
  html_body: string | null;
}

/** The words of the fields that every reader of an activity sees, with blanks between them. */
export function activityWords(row: Searched): string {
  const { title, summary, location, participants } = row;
  return limited([
    title,
    ...participants.flatMap(({ name, email }) => [name, email]),
    location ?? '',
    summary,
    bodyText(row),
  ]);
}

/** The words of the fields that every reader sees at the level subject. */
export const subjectWords = ({
  title,
  participants,
}: Pick<Searched, 'title' | 'participants'>): string =>
  limited([title, ...participants.flatMap(({ name, email }) => [name, email])]);

export const peopleWords = (people: readonly StoredParticipant[]): string =>
  limited(people.flatMap(({ name, email }) => [name, email]));

/** The words of a transcript, with the names of the speakers. */
export const transcriptWords = (sentences: readonly TranscriptSentence[]): string =>
  limited([transcriptText(sentences)]);

/** The part of an activity's text that is searched. */
export const bodyText = ({
  text_body: text,
  html_body: html,
}: Pick<Searched, 'text_body' | 'html_body'>): string => {
  const whole = text?.trim() ? text : htmlToText((html ?? '').slice(0, SEARCHED_LENGTHS.html));
  return whole.slice(0, SEARCHED_LENGTHS.body);
};

/** The part of a transcript that is searched. */
export function transcriptText(sentences: readonly TranscriptSentence[]): string {
  let text = '';
  for (const { speaker_name: speaker, text: said } of sentences) {
    if (text.length >= SEARCHED_LENGTHS.transcript) break;
    text += `${speaker}: ${said}\n`;
  }
  return text.slice(0, SEARCHED_LENGTHS.transcript);
}

const limited = (texts: readonly string[]): string =>
  searchWords(texts.join('\n'), SEARCHED_LENGTHS.words).join(' ');
