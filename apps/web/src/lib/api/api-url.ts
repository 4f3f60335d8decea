/** The address of a path of the API, which may live on another host than the page. */
export function apiUrl(path: string): string {
  return apiBaseUrl() + path;
}

/** From the page's `<meta name="api-base-url">`; empty means the page's own host. */
function apiBaseUrl(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="api-base-url"]');
  return (meta?.content ?? '').replace(/\/+$/, '');
}
