import type { RetentionState } from '@repo/contract/retention';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { RetentionContent } from '#lib/retention/retention-content.tsx';
import { monthsQuery, type RetentionOf } from '#lib/retention/retention-dialog.tsx';
import { RetentionForm } from '#lib/retention/retention-form.tsx';
import { describePreview } from '#lib/retention/retention-texts.ts';
import { Card } from '#ui/layout/card.tsx';

const ownRetention: RetentionOf<RetentionState> = {
  key: ['own-retention'],
  preview: async (chosen, signal) =>
    describePreview(
      await apiRequestOrThrow('GET /api/auth/retention/preview', {
        query: monthsQuery(chosen),
        signal,
      }),
    ),
  save: (body) => apiRequestOrThrow('PUT /api/auth/retention', { body }),
  keptAgain: 'What has been deleted does not come back by itself.',
};

/** For how long the server keeps what the user captured. */
export function RetentionCard() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ownRetention.key,
    queryFn: ({ signal }) => apiRequestOrThrow('GET /api/auth/retention', { signal }),
  });
  return (
    <Card
      title="Older Activities"
      description="How long this server keeps your emails, meetings and calls. Older ones are deleted every night, including from workspaces where you share them. Nothing is deleted from your mailbox, calendars or recorders."
    >
      <RetentionContent query={query}>
        {(stored) => (
          <RetentionForm
            stored={stored}
            of={ownRetention}
            keepsAll="As long as the company is tracked"
            onSaved={(saved) => client.setQueryData(ownRetention.key, saved)}
          />
        )}
      </RetentionContent>
    </Card>
  );
}
