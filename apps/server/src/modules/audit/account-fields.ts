import type { AuditedFields } from '#platform/database/schema/people.ts';

/**
 * The fields of an entry about an account: ids, numbers and the reason of a legal hold, but no name, domain or owner,
 * because administrators who may not see the account read the log (docs/decisions/audit-log.md).
 */
export interface AuditedAccount {
  accountId?: string;
  /** Of the member who is responsible for it; empty for no one. */
  ownerId?: string;
  accounts?: number;
  /** Of a legal hold. */
  reason?: string;
}

const fields = ['accountId', 'ownerId', 'accounts', 'reason'] satisfies (keyof AuditedAccount)[];

export const isAboutAccount = (action: string): boolean => action.startsWith('account.');

/** Leaves out everything else: a process of an earlier version names accounts during an upgrade. */
export function onlyAccountFields(values: AuditedFields | null): AuditedFields | null {
  const kept = Object.entries(values ?? {}).filter(([name]) =>
    fields.some((field) => field === name),
  );
  return kept.length === 0 ? null : Object.fromEntries(kept);
}
