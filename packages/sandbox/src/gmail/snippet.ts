import { escapeHtml } from '../escape-html.ts';
import type { MimePart } from '../mail/mime-tree.ts';

const MAX_LENGTH = 200;

/** The first words of an email, escaped for HTML as Gmail's are. */
export function snippetOf(root: MimePart): string {
  const plain = findText(root, 'text/plain');
  const text = plain ?? stripMarkup(findText(root, 'text/html') ?? '');
  const words = text
    .slice(0, MAX_LENGTH * 20)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return escapeHtml([...words].slice(0, MAX_LENGTH).join(''));
}

function findText(part: MimePart, mimeType: string): string | undefined {
  if (part.mimeType === mimeType && part.filename === '') {
    return part.body.toString('utf8');
  }
  for (const child of part.parts) {
    const text = findText(child, mimeType);
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}

function stripMarkup(html: string): string {
  return html
    .replaceAll(/<(style|script|head)\b[^]*?<\/\1>/gi, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
