/** The part of a line that is kept. A server's list of capabilities has some hundred characters. */
const MAX_LINE_CHARACTERS = 4_096;
const LINE_FEED = 0x0a;

/** Splits what a server sends into lines without their ends; the rest of longer lines is dropped. */
export function createLineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  let begun = '';
  const keep = (chunk: Buffer, from: number, to: number) => {
    const room = MAX_LINE_CHARACTERS - begun.length;
    if (room > 0 && to > from) begun += chunk.toString('latin1', from, Math.min(to, from + room));
  };
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      keep(chunk, from, at);
      const line = begun.endsWith('\r') ? begun.slice(0, -1) : begun;
      begun = '';
      from = at + 1;
      onLine(line);
    }
    keep(chunk, from, chunk.length);
  };
}
