import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const monitoringFolder = path.join(import.meta.dirname, '../../../../deploy/monitoring');

/** The expressions of Prometheus in the alert rules and in the dashboard of deploy/monitoring. */
export async function readExpressions(): Promise<{ alerts: string[]; dashboard: string[] }> {
  const rules = await readFile(path.join(monitoringFolder, 'alerts.yaml'), 'utf8');
  const dashboard = await readFile(path.join(monitoringFolder, 'dashboard.json'), 'utf8');
  return {
    // An expression is on the line of its key, or on the further indented lines after `>-`.
    alerts: [...rules.matchAll(/^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
      ([, folded, plain]) => (folded ?? plain ?? '').replaceAll(/\s+/g, ' ').trim(),
    ),
    dashboard: [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => JSON.parse(text ?? '""') as string,
    ),
  };
}

/** The metrics that an expression names. */
export function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without) \([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !['or', 'and', 'unless'].includes(name));
}
