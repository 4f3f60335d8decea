const beginning = /^=ybegin (?:.* )?name=(.+)$/;

/** Takes the files in yEnc out of a text: an encoding of newsgroups. Only their names matter. */
export function takeYenc(text: string): { text: string; names: string[] } {
  if (!text.includes('=ybegin ')) return { text, names: [] };
  const kept: string[] = [];
  const names: string[] = [];
  /** The lines of a file that has not ended yet, and its name. */
  let open: string[] = [];
  let name = '';
  for (const line of text.split('\n')) {
    const [, begun] = beginning.exec(line.trimEnd()) ?? [];
    if (begun !== undefined) {
      for (const one of open) kept.push(one);
      open = [line];
      name = begun;
    } else if (open.length === 0) kept.push(line);
    else if (/^=yend\b/.test(line)) {
      open = [];
      names.push(name);
    } else open.push(line);
  }
  return { text: kept.concat(open).join('\n'), names };
}
