import type { ActivitySource } from '../provider/activity-source.ts';

/**
 * The same source; reports calls that take longer than the limit, while they still run.
 *
 * @param limitMs milliseconds.
 */
export function reportSlowCalls(
  source: ActivitySource,
  limitMs: number,
  report: () => void,
): ActivitySource {
  const watch = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    const timer = setTimeout(report, limitMs);
    try {
      return await call();
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    ...source,
    position: () => watch(() => source.position()),
    changes: (cursor, progress) => watch(() => source.changes(cursor, progress)),
    list: (window, pageToken) => watch(() => source.list(window, pageToken)),
    head: (id) => watch(() => source.head(id)),
    read: (id) => watch(() => source.read(id)),
  };
}
