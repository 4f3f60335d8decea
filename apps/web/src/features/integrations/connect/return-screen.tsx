import { Spinner } from '#ui/feedback/spinner.tsx';

/** The screen between a provider's page and the user's integrations. */
export function ReturnScreen() {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,24dvh)] text-center">
      <Spinner className="mb-3 text-muted" />
      <h1 className="text-body font-semibold">Processing...</h1>
      <p className="mt-1 text-muted">Redirecting to integrations page...</p>
    </main>
  );
}
