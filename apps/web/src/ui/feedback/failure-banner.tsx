import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';
import { Button } from '../forms/button.tsx';

export type FailureBannerProps = {
  /** The failure, in one sentence. */
  children: ReactNode;
  onRetry: () => void;
  retrying: boolean;
  className?: string;
};

/** Reports a failure next to content that is still shown, and offers a retry. */
export function FailureBanner({ children, onRetry, retrying, className }: FailureBannerProps) {
  return (
    <Banner
      kind="error"
      className={className}
      action={
        <Button size="xsmall" loading={retrying} onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
