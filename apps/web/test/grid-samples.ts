import { readAccount, type Account } from '#features/accounts-grid/data/account.ts';
import { sampleId } from './samples.ts';

/** A row of the accounts grid on which nothing has happened. */
export function sampleRow(name: string, parts: Partial<Account> = {}): Account {
  const domain = `${name.toLowerCase().replaceAll(' ', '-')}.example`;
  const createdAt = '2026-01-02T03:04:05.000Z';
  return { ...readAccount({ id: sampleId(), name, domain, createdAt }), ...parts };
}
