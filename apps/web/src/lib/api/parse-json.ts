import { isVisible } from '@repo/contract/name';
import { withoutDirectionControls } from '@repo/domain/text/direction-controls';

/** Whole texts, which are shown in a box or frame of their own and may be of any direction. */
const bodies = new Set(['htmlBody', 'plainTextBody']);

/** Matches what `plain` could change, as it is or as JSON may escape it. Most responses have none of it. */
const suspicious = /[\p{Default_Ignorable_Code_Point}\u2800]|\\u/u;

/**
 * Parses a response. Removes characters that change the direction of the text beside them from names,
 * subjects and all other lines of text, and empties lines without a visible character, so that no screen,
 * page title or saved file has to handle them.
 *
 * @throws SyntaxError for invalid JSON.
 */
export function parseJson(text: string): unknown {
  return suspicious.test(text) ? JSON.parse(text, plain) : JSON.parse(text);
}

function plain(key: string, value: unknown): unknown {
  if (typeof value !== 'string' || bodies.has(key)) return value;
  return isVisible(value) ? withoutDirectionControls(value) : '';
}
