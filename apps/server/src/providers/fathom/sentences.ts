import type { TranscriptSentence } from '#modules/integrations/provider.ts';
import { type Fields, pick, textOf } from './payload-fields.ts';

/** The transcript: Fathom's own list, or a text with a speaker before each line. */
export function sentencesIn(fields: Fields): TranscriptSentence[] {
  const list = fields.get('transcript');
  if (Array.isArray(list)) return list.flatMap(sentenceOf);
  const text = pick(fields, ['transcriptplaintext', 'transcript', 'transcripttext'], textOf);
  return text === undefined ? [] : linesOf(text);
}

function sentenceOf(entry: unknown): TranscriptSentence[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { speaker, text, timestamp } = entry as Record<string, unknown>;
  const said = textOf(text);
  if (said === undefined) return [];
  const name =
    typeof speaker === 'object' && speaker !== null
      ? textOf((speaker as Record<string, unknown>)['display_name'])
      : textOf(speaker);
  return [{ speaker_name: name ?? '', start_time: secondsOf(timestamp), text: said }];
}

/** A time of a line, a name of 80 characters, another time, and spaces. */
const MAX_SPEAKER_LENGTH = 120;
const speakerForm =
  /^(?:[[(]?(\d{1,2}(?::\d{2}){1,2})[\])]?\s*-?\s*)?([^:\n]{1,80}?)\s*(?:[[(](\d{1,2}(?::\d{2}){1,2})[\])])?$/;

/**
 * `Ann: Hello`, optionally with a time before or after the name; a line without a name continues
 * the sentence.
 */
function linesOf(text: string): TranscriptSentence[] {
  const sentences: TranscriptSentence[] = [];
  for (const line of text.split('\n')) {
    const spoken = line.trim();
    // Only the beginning is searched for the name: the expression backtracks.
    const colon = spoken.slice(0, MAX_SPEAKER_LENGTH).search(/:\s+\S/);
    const [, before, name, behind] =
      (colon > 0 && speakerForm.exec(spoken.slice(0, colon).replaceAll(/\s+/g, ' ').trimEnd())) ||
      [];
    const last = sentences.at(-1);
    if (name !== undefined) {
      sentences.push({
        speaker_name: name,
        start_time: before || behind ? secondsOf(before ?? behind) : (last?.start_time ?? 0),
        text: spoken.slice(colon + 1).trim(),
      });
    } else if (spoken !== '' && last) {
      last.text = `${last.text} ${spoken}`;
    } else if (spoken !== '') {
      sentences.push({ speaker_name: '', start_time: 0, text: spoken });
    }
  }
  return sentences;
}

/** 'HH:MM:SS' or 'MM:SS'. */
function secondsOf(timestamp: unknown): number {
  const text = textOf(timestamp) ?? '';
  if (!/^\d{1,3}(:\d{2}){0,2}(\.\d+)?$/.test(text)) return 0;
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
