import { Skeleton } from '#ui/feedback/skeleton.tsx';

const ROWS = Array.from({ length: 12 }, (_, index) => index);

/** Shown while the first part of the feed loads. */
export function FeedSkeleton() {
  return (
    <div aria-hidden className="min-h-0 flex-1 overflow-hidden">
      <div className="flex h-9 items-center border-b border-line bg-subtle px-4">
        <Skeleton className="w-28" />
      </div>
      {ROWS.map((row) => (
        <FeedSkeletonRow key={row} />
      ))}
    </div>
  );
}

/** A placeholder with the height of an entry with a summary. */
export function FeedSkeletonRow() {
  return (
    <div className="flex h-20.25 gap-3 border-b border-line px-4 py-3.5">
      <Skeleton className="size-icon-small" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="w-2/5" />
        <Skeleton className="w-3/5" />
        <Skeleton className="w-4/5" />
      </div>
    </div>
  );
}
