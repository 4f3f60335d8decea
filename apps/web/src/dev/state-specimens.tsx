import { Inbox, Plus } from 'lucide-react';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Specimen, SpecimenGroup } from './specimen.tsx';

export function StateSpecimens() {
  return (
    <SpecimenGroup name="States">
      <Specimen name="Banner">
        <div className="specimen-stack">
          {(['error', 'warning', 'info', 'success'] as const).map((kind) => (
            <Banner key={kind} kind={kind}>
              This is of kind {kind} and says what happened.
            </Banner>
          ))}
          <Banner kind="error" action={<Button size="xsmall">Try Again</Button>}>
            It could not be saved.
          </Banner>
        </div>
      </Specimen>
      <Specimen name="Progress">
        <div className="specimen-stack">
          <ProgressBar label="Known" value={42} />
          <ProgressBar label="Unknown" value={undefined} />
          <Spinner />
        </div>
      </Specimen>
      <Specimen name="Skeleton">
        <div className="specimen-stack">
          <Skeleton className="w-3/4" />
          <Skeleton className="w-1/2" />
        </div>
      </Specimen>
      <Specimen name="Loading">
        <LoadingState label="Loading things..." className="w-full" />
      </Specimen>
      <Specimen name="Empty">
        <EmptyState
          className="w-full"
          icon={<Inbox />}
          title="Nothing here yet"
          description="This place is for things. Add one, and what happens with it shows here."
          action={
            <Button variant="primary">
              <Plus /> New thing
            </Button>
          }
        />
      </Specimen>
      <Specimen name="Error">
        <ErrorState
          className="w-full"
          title="Failed to fetch things"
          description="The server did not respond. Nothing is lost."
          onRetry={() => {}}
        />
      </Specimen>
    </SpecimenGroup>
  );
}
