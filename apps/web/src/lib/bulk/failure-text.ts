import { plural } from '@repo/domain/text/plural';
import { failuresByReason, type Failed } from './run-in-parts.ts';

/** Says what failed by name, a line for each reason: "Acme, Globex and 3 others: deleted meanwhile". */
export function failureLines<Item>(
  failed: readonly Failed<Item>[],
  nameOf: (item: Item) => string,
): string[] {
  return failuresByReason(failed, nameOf).map(({ reason, names, others }) => {
    const all = others === 0 ? names : [...names, plural(others, 'other')];
    const last = all.pop() ?? '';
    const list = all.length === 0 ? last : `${all.join(', ')} and ${last}`;
    return `${list}: ${reason}`;
  });
}
