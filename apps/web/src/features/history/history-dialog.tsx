import type { History } from '@repo/contract/history';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formProblem } from '#lib/api/field-problems.ts';
import { useSend } from '#lib/session/use-send.ts';
import { formatWholeDay } from '#lib/time/business-time.ts';
import { useForm } from '#lib/use-form.ts';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { describeDuration } from './describe-duration.ts';
import { importLabel } from './import-label.ts';
import { estimateQuery } from './history-query.ts';

type Props = { history: History; onClose: () => void; onChosen: () => void };

/** Chooses since when activities are imported, and says how long that takes. */
export function HistoryDialog({ history, onClose, onChosen }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Import Earlier Activities"
      description="Runs in the background, newest first, for the domains you track now and later. You can pause or cancel it."
    >
      <HistoryForm {...{ history, onClose, onChosen }} />
    </Dialog>
  );
}

function HistoryForm({ history, onClose, onChosen }: Props) {
  const send = useSend();
  const { earliest, regular, chosen } = history;
  const form = useForm({
    initial: { since: chosen?.since ?? earliest },
    validate: ({ since }) => ({ since: problemOf(since, history) }),
    submit: async ({ since }) => {
      const { error } = await send('PUT /api/history', { body: { since } });
      if (error) return formProblem(error, ['since'], 'The import was not started');
      onChosen();
      return undefined;
    },
  });
  const since = form.field('since');
  const isUsable = problemOf(since.value, history) === undefined;
  return (
    <DialogForm form={form} submitLabel="Import" onCancel={onClose}>
      <TextField
        {...since}
        type="date"
        label="Everything since"
        hint={`${formatWholeDay(earliest)} at the earliest. Everything after ${formatWholeDay(regular)} is imported anyway.`}
        min={earliest}
        max={regular}
        required
      />
      {isUsable ? <Estimates since={since.value} /> : null}
    </DialogForm>
  );
}

function problemOf(since: string, { earliest, regular }: History): string | undefined {
  if (since === '') return 'Choose a day';
  if (since < earliest) return `Choose ${formatWholeDay(earliest)} or a later day`;
  return since >= regular ? `Choose a day before ${formatWholeDay(regular)}` : undefined;
}

function Estimates({ since }: { since: string }) {
  const { data } = useQuery({ ...estimateQuery(since), placeholderData: keepPreviousData });
  if (data === undefined) return <p className="text-grid text-muted">Estimating…</p>;
  if (data.imports.length === 0) {
    return <p className="text-grid text-muted">Starts when you connect a mailbox or calendar.</p>;
  }
  return (
    <div aria-live="polite" className="flex flex-col gap-2 text-grid">
      <dl className="flex flex-col gap-1">
        {data.imports.map((one) => (
          <div key={one.integrationId} className="flex justify-between gap-4">
            <dt className="min-w-0 [overflow-wrap:anywhere]">{importLabel(one, data.imports)}</dt>
            <dd className="text-right text-muted">
              {one.state === 'unavailable'
                ? 'Has no earlier activities'
                : one.state === 'finished' || one.secondsLeft === null
                  ? 'Complete'
                  : describeDuration(one.secondsLeft)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">
        Estimated from your recent activity and what the provider allows.
      </p>
    </div>
  );
}
