/** The columns of a connection that was not watched before. */
export const unwatched = {
  watched_by: null,
  watched_since: null,
  hinted_at: null,
  watch_failures: 0,
  watch_again_at: null,
} as const;
