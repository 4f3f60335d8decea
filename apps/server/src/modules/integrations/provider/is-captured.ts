/**
 * Whether an item that concerns a tracked domain is captured (docs/decisions/captured-whatever-its-date.md).
 * Items that arrive or change after the connection always are, whatever their date. Of the items that were
 * there before, only those as recent as the domain's listings are.
 *
 * @param isChange whether the provider names it among the changes since its cursor.
 * @param listedSince the first day for which the source was, or will be, listed for the domain.
 */
export const isCaptured = (
  { isChange, occurredAt }: { isChange: boolean; occurredAt: Date },
  listedSince: Date,
): boolean => isChange || occurredAt >= listedSince;
