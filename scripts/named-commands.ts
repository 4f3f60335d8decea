/**
 * Reads which of the named commands to run: `all`, or names in the order of the list. Other words are
 * options if they begin with a dash or follow one that does (`--rounds 7`). Ends the process with the
 * list of names when a name is unknown.
 *
 * @returns no names when none is given.
 */
export function readNames(
  words: readonly string[],
  commands: Readonly<Record<string, unknown>>,
): { names: string[]; options: string[] } {
  const known = Object.keys(commands);
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  const wanted = firstOption === -1 ? words : words.slice(0, firstOption);
  const options = firstOption === -1 ? [] : words.slice(firstOption);
  const unknown = wanted.filter((name) => name !== 'all' && !known.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Known names: ${known.join(', ')}, all.`);
    process.exit(1);
  }
  const names = wanted.includes('all') ? known : known.filter((name) => wanted.includes(name));
  return { names, options };
}

/** Prints the names with their titles, and how to run one. */
export function listNames(
  script: string,
  commands: Readonly<Record<string, { title: string }>>,
): void {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  console.log(`npm run ${script} -- NAME runs one of these:\n`);
  for (const [name, { title }] of Object.entries(commands)) {
    console.log(`  ${name.padEnd(width)}  ${title}`);
  }
}
