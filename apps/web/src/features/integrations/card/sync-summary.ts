import type { Integration } from '@repo/contract/integrations';

type Tally = Pick<NonNullable<Integration['lastSync']>, 'stored' | 'removed' | 'failed'>;

/** '12 stored, 1 removed'. */
export function summarizeSync({ stored, removed, failed }: Tally): string {
  const parts = [
    [stored, 'stored'],
    [removed, 'removed'],
    [failed, 'failed'],
  ] as const;
  const counts = parts.flatMap(([count, what]) =>
    count > 0 ? [`${count.toLocaleString('en')} ${what}`] : [],
  );
  return counts.length === 0 ? 'nothing new' : counts.join(', ');
}
