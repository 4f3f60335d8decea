import { Skeleton } from '#ui/feedback/skeleton.tsx';

/** Shown while an activity loads. */
export function ActivitySkeleton() {
  return (
    <div>
      <output className="sr-only">Loading activity...</output>
      <div aria-hidden className="flex h-13 items-center border-b border-line px-4">
        <Skeleton className="h-4 w-3/5" />
      </div>
      <div aria-hidden className="flex gap-3 border-b border-line px-4 py-3">
        <Skeleton className="size-8 rounded-full" />
        <div className="flex flex-1 flex-col gap-2 py-1">
          <Skeleton className="w-2/5" />
          <Skeleton className="w-1/4" />
        </div>
      </div>
      <div aria-hidden className="flex max-w-reading flex-col gap-3 p-4">
        <Skeleton className="w-4/5" />
        <Skeleton />
        <Skeleton className="w-11/12" />
        <Skeleton className="w-2/5" />
      </div>
    </div>
  );
}
