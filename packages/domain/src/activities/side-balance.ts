/** The side with more activity in some days. */
export type SideBalance = 'external' | 'balanced' | 'internal';

/** A side prevails from two thirds of all activity on. */
const MIN_PREVAILING_SHARE = 2 / 3;

/** Undefined without any activity. An activity of both sides is in both counts. */
export function sideBalance(external: number, internal: number): SideBalance | undefined {
  const total = external + internal;
  if (total <= 0) return undefined;
  if (external >= total * MIN_PREVAILING_SHARE) return 'external';
  return internal >= total * MIN_PREVAILING_SHARE ? 'internal' : 'balanced';
}
