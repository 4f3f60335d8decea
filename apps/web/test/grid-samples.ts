import type { Account } from '../src/features/accounts-grid/data/account.ts';
import { sampleId } from './samples.ts';

/** A row of the accounts grid on which nothing has happened. */
export function sampleRow(name: string, parts: Partial<Account> = {}): Account {
  return {
    id: sampleId(),
    name,
    domain: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
    faviconUrl: undefined,
    lastActivity: undefined,
    contributors: [],
    createdBy: undefined,
    createdAt: '2026-01-02T03:04:05.000Z',
    timeline: undefined,
    ...parts,
  };
}
