import type { AccountRow } from '@repo/contract/accounts';

export type AccountPerson = { name: string; email: string };

/** A row of the grid, with everything that a server may leave out made plain. */
export type Account = {
  id: string;
  name: string;
  domain: string | undefined;
  faviconUrl: string | undefined;
  lastActivity: NonNullable<AccountRow['lastActivity']> | undefined;
  contributors: AccountPerson[];
  createdBy: string | undefined;
  /** Empty where it is not known. */
  createdAt: string;
  /** Days of equal length, oldest first, ending today. */
  timeline: { external: number[]; internal: number[] } | undefined;
};

/** The specification names the fields; which of them a server fills is its own affair. */
type Received = Pick<AccountRow, 'id' | 'name'> & { [Field in keyof AccountRow]?: unknown };

export function readAccount(received: Received): Account {
  const row = received as Partial<AccountRow> & Pick<AccountRow, 'id' | 'name'>;
  return {
    id: row.id,
    // A link without text could neither be seen nor heard.
    name: row.name.trim() === '' ? row.domain || 'Unnamed account' : row.name,
    domain: row.domain,
    faviconUrl: row.faviconUrl || undefined,
    lastActivity: readLastActivity(row.lastActivity),
    contributors: (row.contributors ?? []).map(({ user }) => user),
    createdBy: row.creator?.name,
    createdAt: isTime(row.createdAt) ? row.createdAt : '',
    timeline: readTimeline(row.timelineSummary),
  };
}

/** An activity whose time cannot be read is as good as none: neither its age nor its day could be told. */
function readLastActivity(
  activity: AccountRow['lastActivity'] | undefined,
): Account['lastActivity'] {
  return isTime(activity?.occurredAt) ? (activity ?? undefined) : undefined;
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** Series of unequal length say nothing about any day, so they are as good as none. */
function readTimeline(summary: AccountRow['timelineSummary']): Account['timeline'] {
  const { externalCounts: external, internalCounts: internal } = summary ?? {};
  if (!Array.isArray(external) || !Array.isArray(internal)) return undefined;
  return external.length === internal.length ? { external, internal } : undefined;
}

export function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

export function personName({ name, email }: AccountPerson): string {
  return name.trim() === '' ? email : name;
}
