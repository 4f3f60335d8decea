/** Longer than a page takes, shorter than a user waits. */
const TIMEOUT_MS = 5_000;

/**
 * Whether the server has another build than the running one, so that code not loaded yet may no longer exist:
 * its page names another entry script. False while the server does not respond.
 */
export async function isBuildReplaced(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (entry === null) return false;
  try {
    const response = await fetch('/', {
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok && !(await response.text()).includes(new URL(entry.src).pathname);
  } catch {
    return false;
  }
}
