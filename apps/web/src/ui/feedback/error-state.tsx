import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';

export type ErrorStateProps = Pick<EmptyStateProps, 'headingLevel' | 'className'> & {
  /** The error in one short sentence. */
  title: ReactNode;
  /** The consequence, and what to do about it. */
  description?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  /** Another action, next to or instead of the retry. */
  action?: ReactNode;
};

/** Shown in place of the content. Announced when it appears. */
export function ErrorState({
  title,
  description,
  onRetry,
  retrying = false,
  action,
  ...rest
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        {...rest}
        icon={<TriangleAlert />}
        title={title}
        description={description}
        action={
          onRetry === undefined ? (
            action
          ) : (
            <>
              <Button loading={retrying} onClick={onRetry}>
                Try Again
              </Button>
              {action}
            </>
          )
        }
      />
    </div>
  );
}
