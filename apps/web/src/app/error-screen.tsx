import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useRouteError } from 'react-router';
import { logFailure } from '#lib/log-failure.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';

/** The title of the specification (part 1, section 2, 'Generic error screen'). */
export const UNEXPECTED_ERROR = 'Unexpected Application Error!';

/**
 * Replaces everything when the shell itself or a screen without one throws. The error is for developers and
 * is only logged.
 */
export function ErrorScreen() {
  const error = useRouteError();
  usePageTitle(UNEXPECTED_ERROR);
  useEffect(() => logFailure('A screen could not be shown.', error), [error]);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center">
      <div role="alert">
        <EmptyState
          headingLevel={1}
          icon={<TriangleAlert />}
          title={UNEXPECTED_ERROR}
          description="This page could not be shown. Reload it to try again."
          action={
            <>
              <Button variant="primary" onClick={() => window.location.reload()}>
                Reload
              </Button>
              <Button asChild>
                <Link to="/" reloadDocument>
                  Go to Home
                </Link>
              </Button>
            </>
          }
        />
      </div>
    </main>
  );
}
