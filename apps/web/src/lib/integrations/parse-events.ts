/** One of the events of a stream, as the HTML standard defines them. */
export type ServerEvent = { name: string; data: string; id: string };

/**
 * Gives the function that takes a stream of server-sent events in whatever pieces it comes, and
 * answers the events that each piece completes. Comments are heartbeats and tell nothing.
 */
export function createEventParser(): (piece: string) => ServerEvent[] {
  let rest = '';
  let id = '';
  let fields: { name: string; data: string[] } = { name: 'message', data: [] };

  const takeLine = (line: string): ServerEvent | undefined => {
    if (line === '') {
      const { name, data } = fields;
      fields = { name: 'message', data: [] };
      return data.length === 0 ? undefined : { name, data: data.join('\n'), id };
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') fields.name = value;
    if (field === 'data') fields.data.push(value);
    if (field === 'id' && !value.includes('\0')) id = value;
    return undefined;
  };

  return (piece) => {
    // A line end may itself be cut in two.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    return lines.flatMap((line) => takeLine(line) ?? []);
  };
}
