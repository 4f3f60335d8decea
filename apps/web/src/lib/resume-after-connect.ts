/**
 * The action that the user began when they had to connect a provider first. Stored for the browser
 * tab, since connecting navigates to another site and back.
 */
export type ResumeTarget = 'import';

const KEY = 'continuation';

export function storeResumeTarget(continuation: ResumeTarget): void {
  try {
    sessionStorage.setItem(KEY, continuation);
  } catch {
    // Storage is denied: the user finds the way back by themselves.
  }
}

export function readResumeTarget(): ResumeTarget | undefined {
  try {
    return sessionStorage.getItem(KEY) === 'import' ? 'import' : undefined;
  } catch {
    return undefined;
  }
}

export function clearResumeTarget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Denied: then nothing was stored either.
  }
}
