const fetched = new Map<string, Promise<void>>();

/**
 * Loads code after all of its files have arrived, from the browser's cache then. A browser remembers a failed
 * import until the page is reloaded, while a failed request can be sent again.
 *
 * The build calls this for each dynamic import (`retryableImports` in `vite.config.ts`).
 *
 * @param files the paths of the code and of its imports, without a leading slash
 */
export async function preloadCode<Code>(
  load: () => Promise<Code>,
  files: readonly string[] = [],
): Promise<Code> {
  await Promise.all(files.map(fetchOnce));
  return load();
}

function fetchOnce(file: string): Promise<void> {
  const known = fetched.get(file);
  if (known !== undefined) return known;
  const pending = fetchFile(`/${file}`);
  fetched.set(file, pending);
  pending.catch(() => fetched.delete(file));
  return pending;
}

async function fetchFile(path: string): Promise<void> {
  if (document.querySelector(`[src="${path}"], [href="${path}"]`) !== null) return;
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
  await response.arrayBuffer();
}
