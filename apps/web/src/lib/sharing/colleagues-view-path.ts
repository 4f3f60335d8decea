/** The page that shows what colleagues see of one of the user's shared domains. */
export const colleaguesViewPath = (domainId: string): string =>
  `/import-preferences/as-colleagues-see/${encodeURIComponent(domainId)}`;
