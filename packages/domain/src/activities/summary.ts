/** The longest summary that a list shows (specification part 2, section 9). */
const MAX_SUMMARY_LENGTH = 120;

/** A summary in one line, cut at 120 characters with an ellipsis after them. */
export function truncateSummary(text: string): string {
  const line = joinLines(text);
  if (line.length <= MAX_SUMMARY_LENGTH) return line;
  // By code points, so that no character is cut in half.
  const characters = [...line];
  return characters.length <= MAX_SUMMARY_LENGTH
    ? line
    : `${characters.slice(0, MAX_SUMMARY_LENGTH).join('')}…`;
}

/** The mark of a point of a list, at the start of a line: '- ', '* ', '• ' or '– '. */
const BULLET = /^[-*•–](?: |$)/;

/**
 * Joins the lines of a text to one. The points of a list lose their marks and are separated by ' · ': the text
 * would otherwise begin with a dash, and its dashes would read as pauses.
 */
export function joinLines(text: string): string {
  let joined = '';
  for (const line of text.split(/\r\n?|\n/)) {
    const words = line.replaceAll(/\s+/g, ' ').trim();
    const point = words.replace(BULLET, '');
    if (point === '') continue;
    const isFirstPoint = joined === '' || joined.endsWith(':');
    joined += (joined === '' ? '' : point === words || isFirstPoint ? ' ' : ' · ') + point;
  }
  return joined;
}

/**
 * From this share of its lines on, a summary is a list (specification part 2, 'Account detail').
 */
const MIN_BULLET_SHARE = 0.6;
const bullet = '- ';

/**
 * The points of a summary, when more than 60% of its lines that are not empty start with '- ';
 * undefined for one that is prose.
 */
export function parseBullets(summary: string): string[] | undefined {
  const lines = summary
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const points = lines.filter((line) => line.startsWith(bullet));
  if (points.length <= lines.length * MIN_BULLET_SHARE) return undefined;
  return lines.map((line) => (line.startsWith(bullet) ? line.slice(bullet.length).trim() : line));
}
