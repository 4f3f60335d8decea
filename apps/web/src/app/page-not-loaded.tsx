import { type CodeStatus, needsReload } from '#lib/code/code-loader.ts';
import { whyNotLoaded } from '#lib/code/why-not-loaded.ts';
import { useConnection } from '#lib/connection/connection.ts';
import { isFullServer } from '#lib/server-level.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { UNEXPECTED_ERROR } from './error-screen.tsx';
import { BackButton } from './back-button.tsx';

type Props = { status: CodeStatus; onRetry: () => void };

/** Replaces a page while its code cannot be loaded. */
export function PageNotLoaded({ status, onRetry }: Props) {
  const connection = useConnection();
  const title = isFullServer() ? 'This page could not be loaded' : UNEXPECTED_ERROR;
  usePageTitle(title);
  const isReloaded = needsReload(status);
  return (
    <ErrorState
      headingLevel={1}
      title={title}
      description={whyNotLoaded(status, connection)}
      onRetry={isReloaded ? undefined : onRetry}
      action={
        <>
          {isReloaded ? (
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
          ) : null}
          <BackButton />
        </>
      }
    />
  );
}
