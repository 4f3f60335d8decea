import { Link } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { Button } from '#ui/forms/button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';

type Props = {
  noun: 'user' | 'workspace' | 'organization';
  /** The message when it cannot be loaded. */
  failure: string;
  /** Why not; undefined if there is none under that address. */
  error: Error | undefined;
  onRetry: () => void;
  retrying: boolean;
};

const NOUNS = { user: 'User', workspace: 'Workspace', organization: 'Organization' };

/** Shown when the user, workspace or organization in the address does not exist or fails to load. */
export function LoadFailure({ noun, failure, error, onRetry, retrying }: Props) {
  const Noun = NOUNS[noun];
  return (
    <ErrorState
      headingLevel={1}
      title={error === undefined ? `${Noun} not found` : failure}
      description={
        error ? failureMessage(error, 'Please try again.') : 'The link may be old or mistyped.'
      }
      onRetry={error && onRetry}
      retrying={retrying}
      action={
        <Button asChild>
          <Link to={`/admin/${noun}s`}>{`Back to ${noun}s`}</Link>
        </Button>
      }
    />
  );
}
