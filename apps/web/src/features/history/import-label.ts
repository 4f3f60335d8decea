import type { HistoryImport } from '@repo/contract/history';

/** The name of the imported source, with its address if there are several of one provider. */
export function importLabel(
  { name, provider, source }: HistoryImport,
  imports: readonly HistoryImport[],
): string {
  const several = imports.filter((one) => one.provider === provider).length > 1;
  return several && source !== undefined ? `${name}, ${source}` : name;
}
