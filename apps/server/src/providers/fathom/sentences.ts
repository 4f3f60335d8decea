import type { TranscriptSentence } from '../../modules/integrations/provider.ts';
import { type Fields, pick, textOf } from './payload-fields.ts';

/** What was said: Fathom's own list, or a text with a speaker before each line. */
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

/** `Ann: Hello`, perhaps with a time before or behind the name; a line without a name goes on. */
function linesOf(text: string): TranscriptSentence[] {
  const sentences: TranscriptSentence[] = [];
  for (const line of text.split('\n')) {
    const [, before, name, behind, said] =
      /^\s*(?:[[(]?(\d{1,2}(?::\d{2}){1,2})[\])]?\s*-?\s*)?([^:\n]{1,80}?)\s*(?:[[(](\d{1,2}(?::\d{2}){1,2})[\])])?:\s+(.+)$/.exec(
        line,
      ) ?? [];
    const last = sentences.at(-1);
    if (name !== undefined && said !== undefined) {
      sentences.push({
        speaker_name: name,
        start_time: before || behind ? secondsOf(before ?? behind) : (last?.start_time ?? 0),
        text: said.trim(),
      });
    } else if (line.trim() !== '' && last) {
      last.text = `${last.text} ${line.trim()}`;
    } else if (line.trim() !== '') {
      sentences.push({ speaker_name: '', start_time: 0, text: line.trim() });
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
