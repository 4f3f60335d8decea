import { TriangleAlert } from 'lucide-react';
import { Link, useRouteError } from 'react-router';
import { usePageTitle } from '../lib/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

const TITLE = 'Unexpected Application Error!';

/** Stands in place of everything when a screen throws or its code cannot be loaded. */
export function ErrorScreen() {
  const error = useRouteError();
  usePageTitle(TITLE);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center">
      <div role="alert">
        <EmptyState
          headingLevel={1}
          icon={<TriangleAlert />}
          title={TITLE}
          description={error instanceof Error ? error.message : 'The page could not be shown.'}
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
