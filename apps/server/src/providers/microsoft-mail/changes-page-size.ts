import { GraphError } from '../microsoft-auth/microsoft-failure.ts';
import { MAX_CHANGES_PAGE, MIN_CHANGES_PAGE } from './mail-limits.ts';

/** The size of pages of changes, which shrinks while the server fails. */
export interface ChangesPageSize {
  /** @param read called with the preference for the page. */
  use: <T>(read: (prefer: string) => Promise<T>) => Promise<T>;
}

export function createChangesPageSize(): ChangesPageSize {
  let size = MAX_CHANGES_PAGE;
  return {
    async use(read) {
      try {
        return await read(`odata.maxpagesize=${size}`);
      } catch (error) {
        if (!(error instanceof GraphError) || error.status >= 500 || error.status === 400) {
          size = Math.max(MIN_CHANGES_PAGE, Math.floor(size / 2));
        }
        throw error;
      }
    },
  };
}
