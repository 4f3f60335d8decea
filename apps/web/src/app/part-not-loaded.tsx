import { type CodeStatus, needsReload } from '#lib/code/code-loader.ts';
import { whyNotLoaded } from '#lib/code/why-not-loaded.ts';
import { useConnection } from '#lib/connection/connection.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';

type Props = { status: CodeStatus; onRetry: () => void };

/** Replaces a part of a page while its code cannot be loaded, so that the rest of the page stays. */
export function PartNotLoaded({ status, onRetry }: Props) {
  const connection = useConnection();
  const isReloaded = needsReload(status);
  return (
    <Banner
      kind="error"
      action={
        <Button size="xsmall" onClick={isReloaded ? () => window.location.reload() : onRetry}>
          {isReloaded ? 'Reload' : 'Try Again'}
        </Button>
      }
    >
      A part of this page could not be loaded. {whyNotLoaded(status, connection)}
    </Banner>
  );
}
