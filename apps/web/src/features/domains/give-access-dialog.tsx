import type { AccessRequest } from '@repo/contract/access-requests';
import { limits } from '@repo/contract/page-limits';
import { addDays } from '@repo/domain/time/business-day';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { useNow } from '#lib/time/use-now.ts';
import { dayOf } from '#lib/time/workspace-day.ts';
import { toast } from '#ui/feedback/toast.ts';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useAnswerRequest } from './use-answer-request.ts';

type Props = { request: AccessRequest; name: string; onClose: () => void };

type Extent = 'conversation' | 'domain';

/** Asks how much of it a colleague gets, and until when. */
export function GiveAccessDialog({ request, name, onClose }: Props) {
  const { domain, workspace } = request;
  const [extent, setExtent] = useState<Extent>('conversation');
  const [lastDay, setLastDay] = useState('');
  const today = dayOf(useNow());
  const answer = useAnswerRequest(request.id);
  const confirm = () =>
    answer.mutate(
      { answer: extent, ...(extent === 'conversation' && lastDay !== '' && { lastDay }) },
      {
        onSuccess: () => {
          toast.success(
            extent === 'domain' ? `Colleagues see everything of ${domain}.` : `${name} has access.`,
          );
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Give ${name} access`}
      description={
        extent === 'conversation'
          ? `Only ${name} can read the full conversation, including later messages and, for a meeting, all of its times. You can end access at any time.`
          : `From now on all colleagues in ${workspace.name} see subjects, participants, times and the full text of everything with ${domain}. You can lower the level in the list of domains.`
      }
      confirmLabel="Give Access"
      loading={answer.isPending}
      error={answer.error === null ? undefined : failureMessage(answer.error, 'Try again.')}
      onConfirm={confirm}
    >
      <FormField label="Access to">
        <Select
          value={extent}
          options={[
            { value: 'conversation', label: 'This conversation' },
            { value: 'domain', label: `Everything with ${domain}, for all colleagues` },
          ]}
          onValueChange={(value) => setExtent(value === 'domain' ? 'domain' : 'conversation')}
          className="w-full"
        />
      </FormField>
      {extent === 'conversation' ? (
        <TextField
          type="date"
          label="Last day"
          hint="Without one, access lasts until you end it."
          value={lastDay}
          min={today}
          max={addDays(today, limits.accessDays)}
          onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
        />
      ) : null}
    </ConfirmDialog>
  );
}
