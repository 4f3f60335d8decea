import { Card } from '../../../ui/layout/card.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

export function IntegrationCardSkeleton() {
  return (
    <Card
      footer={
        <span className="flex h-input-small items-center gap-2">
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-5 w-20" />
        </span>
      }
    >
      <div className="flex h-20 flex-col justify-between">
        <span className="flex items-center gap-2">
          <Skeleton className="size-icon" />
          <Skeleton className="w-28" />
        </span>
        <Skeleton className="w-20" />
        <Skeleton className="w-2/3" />
      </div>
    </Card>
  );
}
