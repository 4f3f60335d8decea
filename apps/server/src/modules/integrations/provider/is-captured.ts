/**
 * Whether something at a provider that concerns a tracked domain is captured (docs/decisions/captured-whatever-its-date.md):
 * what comes or changes after the connection always, whatever its date; of what was there before, only what
 * is not older than the listings that were made for the domain.
 *
 * @param isChange whether the provider names it among the changes since its cursor.
 * @param listedSince from when on the source was, or is to be, listed for the domain.
 */
export const isCaptured = (
  { isChange, occurredAt }: { isChange: boolean; occurredAt: Date },
  listedSince: Date,
): boolean => isChange || occurredAt >= listedSince;
