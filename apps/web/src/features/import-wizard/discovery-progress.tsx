import type { EndpointResponse } from '@repo/contract/endpoints';
import { plural } from '@repo/domain/text/plural';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';

type Props = {
  /** Domains so far. */
  found: number;
  /** Absent until the first response, or from a server that reports none. */
  progress: EndpointResponse<'GET /api/accounts/discover'>['progress'];
};

export function DiscoveryProgress({ found, progress }: Props) {
  const total = progress?.total ?? undefined;
  return (
    <div className="my-auto flex flex-col gap-2">
      <ProgressBar
        label="Discovery"
        value={total === undefined ? undefined : progress?.processed}
        max={total ?? 1}
      />
      <p className="flex min-h-5 justify-between gap-4 text-grid text-muted">
        {progress === undefined ? null : (
          <>
            <span>
              {total === undefined
                ? `${plural(progress.processed, 'email')} read`
                : `${progress.processed.toLocaleString('en')} of ${plural(total, 'email')} read`}
            </span>
            <span>{`${plural(found, 'domain')} so far`}</span>
          </>
        )}
      </p>
      {progress === undefined ? null : (
        <p className="text-grid text-muted">
          You can leave this page. The search continues in the background.
        </p>
      )}
    </div>
  );
}
