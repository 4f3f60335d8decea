/** A small email; a header given as undefined is left out. */
export function sampleMail(
  headers: Record<string, string | undefined> = {},
  body = 'Hello there.\n',
): string {
  const all: Record<string, string | undefined> = {
    From: 'Bob <bob@acme.com>',
    To: 'Ann Arbor <ann@example.org>',
    Subject: 'Hello',
    Date: 'Mon, 02 Mar 2026 10:00:00 +0100',
    'Message-ID': `<${Math.random().toString(36).slice(2)}@acme.com>`,
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return `${lines.join('\n')}\n\n${body}`;
}
