import type { FaultSuiteResult } from './run-fault-suite.ts';

/**
 * Describes the result of a run of the fault suite as a page, and whether the run was successful.
 */
export function describeProof(
  { kills, failures, expected, stored, published }: FaultSuiteResult,
  seconds: number,
): { text: string; isProved: boolean } {
  const rows = Object.entries(expected).map(([provider, ids]) => {
    const found = stored[provider] ?? [];
    const [wanted, had] = [new Set(ids), new Set(found)];
    return {
      provider,
      there: ids.length,
      stored: found.length,
      missing: ids.filter((id) => !had.has(id)).length,
      surplus: found.filter((id) => !wanted.has(id)).length + found.length - had.size,
    };
  });
  const isProved =
    rows.every(({ missing, surplus }) => missing + surplus === 0) &&
    published.found === published.expected;
  const count = [...failures.values()].reduce((sum, times) => sum + times, 0);
  const text = `# The sync engine among faults

Two workers sync a mailbox, a calendar, calls and a webhook's recordings from the sandbox, each a
process of its own. One of them or both are killed at random moments (\`kill -9\`) and start again,
every third with a right clock, one two hours ahead, one two hours behind; between the kills one trouble
after the other strikes some of the requests, while mails, meetings and calls come, change and go and
each recording is delivered three times. At the end what is stored has to be what is there.

**${kills} workers killed, ${count} injected failures, ${Math.round(seconds)} s: ${isProved ? 'nothing lost, nothing doubled' : 'THE STORED SET DIFFERS'}.**

${table(
  ['Provider', 'There', 'Stored', 'Missing', 'Too many'],
  rows.map((row) => [row.provider, row.there, row.stored, row.missing, row.surplus]),
)}

Published in the workspace: ${published.found} of ${published.expected}.

${table(
  ['Trouble', 'Times'],
  [...failures].map(([name, times]) => [`\`${name}\``, times]),
)}
`;
  return { text, isProved };
}

/** A table in the format of the repository's formatter: numbers are right-aligned. */
function table(head: readonly string[], rows: readonly (string | number)[][]): string {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) =>
    Math.max(4, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const padded = cells.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    ),
  );
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const [first = [], ...others] = padded;
  return [first, rule, ...others].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
