/** The longest summary that a list shows (specification part 2, section 9). */
const summaryLength = 120;

/** A summary in one line, cut at 120 characters with an ellipsis after them. */
export function cutSummary(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= summaryLength) return line;
  // By code points, so that no character is cut in half.
  const characters = [...line];
  return characters.length <= summaryLength
    ? line
    : `${characters.slice(0, summaryLength).join('')}…`;
}

/**
 * From this share of its lines on, a summary is a list (specification part 2, 'Account detail').
 */
const bulletShare = 0.6;
const bullet = '- ';

/**
 * The points of a summary, when more than 60% of its lines that are not empty start with '- ';
 * undefined for one that is prose.
 */
export function bulletsOf(summary: string): string[] | undefined {
  const lines = summary
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const points = lines.filter((line) => line.startsWith(bullet));
  if (points.length <= lines.length * bulletShare) return undefined;
  return lines.map((line) => (line.startsWith(bullet) ? line.slice(bullet.length).trim() : line));
}
