import type { Retention, RetentionState } from '@repo/contract/retention';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { formatOwnInstant } from '#lib/time/business-time.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Card } from '#ui/layout/card.tsx';
import { RetentionDialog } from './retention-dialog.tsx';
import { ALL, describeDeleted, monthOptions, monthsOf, valueOf } from './retention-texts.ts';

const retentionQuery = {
  queryKey: ['own-retention'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiRequestOrThrow('GET /api/auth/retention', { signal }),
};

/** For how long the server keeps what the user captured. */
export function RetentionCard() {
  const { data, error, isFetching, refetch } = useQuery(retentionQuery);
  return (
    <Card
      title="Older Activities"
      description="For how long this server keeps your emails, meetings and calls. Older ones are deleted at night, also from workspaces where you share them. Your mailbox, calendars and recorders keep theirs."
    >
      {data !== undefined ? (
        <RetentionForm stored={data} />
      ) : error === null ? (
        <div className="flex h-24 flex-col gap-3 py-1">
          <output className="sr-only">Loading for how long activities are kept...</output>
          <Skeleton className="w-44" />
          <Skeleton className="w-64" />
        </div>
      ) : (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          Failed to load for how long activities are kept
          <span className="block">{failureMessage(error, 'Please try again.')}</span>
        </FailureBanner>
      )}
    </Card>
  );
}

function RetentionForm({ stored }: { stored: RetentionState }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Retention>();
  const [isConfirming, setConfirming] = useState(false);
  const value = chosen ?? { months: stored.months, textMonths: stored.textMonths };
  const isChanged = value.months !== stored.months || value.textMonths !== stored.textMonths;
  const choose = ({ months, textMonths }: Retention) =>
    // Texts go with their activities.
    setChosen({
      months,
      textMonths:
        months !== null && textMonths !== null && textMonths >= months ? null : textMonths,
    });
  return (
    <form
      className="flex flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) setConfirming(true);
      }}
    >
      <div className="grid w-full gap-4 sm:grid-cols-2">
        <FormField label="Keep activities">
          <Select
            value={valueOf(value.months)}
            options={monthOptions('As long as the company is tracked', stored.months)}
            onValueChange={(next) => choose({ ...value, months: monthsOf(next) })}
          />
        </FormField>
        <FormField label="Keep their texts and transcripts">
          <Select
            value={valueOf(value.textMonths)}
            options={monthOptions('As long as the activity', stored.textMonths).filter(
              ({ value: months }) =>
                months === ALL || value.months === null || Number(months) < value.months,
            )}
            onValueChange={(next) => choose({ ...value, textMonths: monthsOf(next) })}
          />
        </FormField>
      </div>
      <p className="text-grid text-muted">{stateOf(stored)}</p>
      <Button type="submit" variant="primary" disabled={!isChanged}>
        Save...
      </Button>
      <RetentionDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        chosen={value}
        onSaved={(saved) => {
          client.setQueryData(retentionQuery.queryKey, saved);
          setChosen(undefined);
          setConfirming(false);
          toast.success('Saved how long activities are kept');
        }}
      />
    </form>
  );
}

function stateOf(stored: RetentionState): string {
  const { nextRunAt, lastRunAt } = stored;
  const next = nextRunAt === null ? '' : ` Next time: ${formatOwnInstant(new Date(nextRunAt))}.`;
  if (lastRunAt === null) return nextRunAt === null ? 'Nothing is deleted.' : next.trim();
  return `Last time: ${formatOwnInstant(new Date(lastRunAt))}.${next} ${describeDeleted(stored)}`;
}
