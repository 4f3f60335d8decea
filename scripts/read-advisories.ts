interface Serious {
  name: string;
  severity: string;
  titles: string[];
}

export type Advisories =
  | { kind: 'available'; serious: Serious[] }
  /** The registry could not be reached, or does not support audits. */
  | { kind: 'unavailable'; reason: string };

interface Report {
  vulnerabilities?: Record<string, { severity?: string; via?: (string | { title?: string })[] }>;
  error?: { summary?: string };
  message?: string;
}

/** Reads the output of `npm audit --json`. */
export function readAdvisories(output: string): Advisories {
  const report = parse(output);
  if (report?.vulnerabilities === undefined) {
    const reason = report?.error?.summary || report?.message || 'no response';
    return { kind: 'unavailable', reason: withoutAddresses(reason) };
  }
  const serious = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity = '', via = [] }]) => ({
      name,
      severity,
      titles: via.map((one) => (typeof one === 'string' ? `by ${one}` : (one.title ?? ''))),
    }));
  return { kind: 'available', serious };
}

function parse(output: string): Report | undefined {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return undefined;
  }
}

/** The registry's address is not logged. */
const withoutAddresses = (text: string): string => text.replaceAll(/\w+:\/\/\S+/g, '…').trim();
