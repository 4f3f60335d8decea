/**
 * Indents a statement by its parentheses, so that one that was composed of parts can be read as a whole. The parts
 * decide where its lines end.
 */
export function readableSql(statement: string): string {
  let depth = 0;
  const lines = statement.split('\n').flatMap((line) => {
    const text = line.trim().replaceAll(/\s+/g, ' ');
    if (text === '') return [];
    const closing = /^\)+/.exec(text)?.[0].length ?? 0;
    const isContinued = !CLAUSE.test(text);
    const indented = '  '.repeat(Math.max(0, depth - closing) + (isContinued ? 1 : 0)) + text;
    depth += count(text, '(') - count(text, ')');
    return [indented];
  });
  return `${lines.join('\n')};\n`;
}

/** What a line begins with that does not continue the one before. */
const CLAUSE =
  /^(select|from|(left |cross )?join|where|order by|group by|limit|offset|union|with|--|\))/;

const count = (text: string, character: string) => text.split(character).length - 1;
