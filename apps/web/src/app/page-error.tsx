import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { logFailure } from '#lib/log-failure.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { UNEXPECTED_ERROR } from './error-screen.tsx';
import { BackButton } from './back-button.tsx';

/** Replaces a page that throws, inside the shell. The error is for developers and is only logged. */
export function PageError() {
  const error = useRouteError();
  const client = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  usePageTitle(UNEXPECTED_ERROR);
  useEffect(() => logFailure('A page could not be shown.', error), [error]);
  return (
    <ErrorState
      headingLevel={1}
      title={UNEXPECTED_ERROR}
      description="This page could not be shown. The rest of the application still works."
      onRetry={() => {
        // The page may have failed because of its loaded data.
        client.removeQueries({ type: 'inactive' });
        // A new entry of the history renders the page again.
        void navigate(location, { replace: true, state: location.state });
      }}
      action={<BackButton />}
    />
  );
}
