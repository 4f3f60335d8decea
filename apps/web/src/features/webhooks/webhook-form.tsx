import { limits } from '@repo/contract/page-limits';
import { nameProblem } from '@repo/contract/name';
import {
  type WebhookEvent,
  webhookEventNames,
  webhookEvents,
  type WebhookFormat,
  type WebhookLevel,
} from '@repo/contract/webhook-events';
import type { Webhook } from '@repo/contract/webhooks';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formProblem } from '#lib/api/field-problems.ts';
import { useSend } from '#lib/session/use-send.ts';
import { useForm } from '#lib/use-form.ts';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { DialogForm } from '#ui/overlays/dialog-form.tsx';
import { webhooksKey } from './webhooks-query.ts';

const FORMATS: { value: WebhookFormat; label: string }[] = [
  { value: 'events', label: 'Events, for software' },
  { value: 'slack', label: 'Text, for Slack' },
  { value: 'teams', label: 'Text, for Microsoft Teams' },
];
const LEVELS: { value: WebhookLevel; label: string }[] = [
  { value: 'activity', label: 'Account and kind of activity' },
  { value: 'subject', label: 'Subjects and names as well' },
];

type Props = {
  workspaceId: string;
  /** The webhook to change; absent for a new one. */
  webhook?: Webhook;
  onCancel: () => void;
  /** Receives the secret of a new webhook. */
  onDone: (secret: string | undefined) => void;
};

/** Name, address, format, what a text may show, and events. */
export function WebhookForm({ workspaceId, webhook, onCancel, onDone }: Props) {
  const client = useQueryClient();
  const send = useSend();
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? []);
  const [format, setFormat] = useState<WebhookFormat>(webhook?.format ?? 'events');
  const [level, setLevel] = useState<WebhookLevel>(webhook?.level ?? 'activity');
  const form = useForm({
    initial: { name: webhook?.name ?? '', url: webhook?.url ?? '', events: '' },
    validate: ({ name, url }) => ({
      name: nameProblem(name.trim()),
      url: url.trim() === '' ? 'Enter the address that the events are sent to' : undefined,
      events: events.length === 0 ? 'Choose at least one event' : undefined,
    }),
    submit: async ({ name, url }) => {
      const body = { name: name.trim(), url: url.trim(), level, events: [...events] };
      const { data, error } =
        webhook === undefined
          ? await send('POST /api/workspaces/{workspaceId}/webhooks', {
              params: { workspaceId },
              body: { ...body, format },
            })
          : await send('PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}', {
              params: { workspaceId, webhookId: webhook.id },
              body,
            });
      if (error !== undefined) {
        const failure = `Failed to ${webhook === undefined ? 'create' : 'change'} the webhook`;
        return formProblem(error, ['name', 'url', 'events'] as const, failure);
      }
      void client.invalidateQueries({ queryKey: webhooksKey(workspaceId) });
      onDone('secret' in data && typeof data.secret === 'string' ? data.secret : undefined);
      return undefined;
    },
  });
  return (
    <DialogForm
      form={form}
      submitLabel={webhook === undefined ? 'Create Webhook' : 'Save'}
      onCancel={onCancel}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        hint="What receives the events, such as 'CRM' or a channel."
        maxLength={limits.nameLength}
        autoComplete="off"
        required
      />
      <TextField
        {...form.field('url')}
        label="Address"
        hint={
          format === 'events'
            ? 'An https address of your software.'
            : 'The address of an incoming webhook of the channel. Everyone in it sees the texts.'
        }
        type="url"
        inputMode="url"
        maxLength={limits.webhookUrlLength}
        autoComplete="off"
        required
      />
      {webhook === undefined ? (
        <FormField label="Format">
          <Select
            value={format}
            disabled={form.submitting}
            options={FORMATS}
            onValueChange={setFormat}
          />
        </FormField>
      ) : null}
      {format === 'events' ? null : (
        <FormField
          label="A text shows"
          hint="Never more than members see, and never the text of an email."
        >
          <Select
            value={level}
            disabled={form.submitting}
            options={LEVELS}
            onValueChange={setLevel}
          />
        </FormField>
      )}
      <EventChoice
        chosen={events}
        error={events.length === 0 ? form.field('events').error : undefined}
        disabled={form.submitting}
        onChange={setEvents}
      />
    </DialogForm>
  );
}

function EventChoice({
  chosen,
  error,
  disabled,
  onChange,
}: {
  chosen: readonly WebhookEvent[];
  error: string | undefined;
  disabled: boolean;
  onChange: (chosen: readonly WebhookEvent[]) => void;
}) {
  const messageId = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 flex gap-1 text-grid font-medium">
        Events
        <span aria-hidden className="text-accent-ink">
          •
        </span>
      </legend>
      {error === undefined ? null : (
        <p id={messageId} role="alert" className="mb-1 text-grid text-danger-ink">
          {error}
        </p>
      )}
      <div className="flex flex-col gap-2.5">
        {webhookEventNames.map((event, index) => (
          <Checkbox
            key={event}
            label={webhookEvents[event]}
            hint={<code>{event}</code>}
            checked={chosen.includes(event)}
            disabled={disabled}
            // The first one takes the focus when none is chosen.
            {...(error !== undefined &&
              index === 0 && { 'aria-invalid': true, 'aria-describedby': messageId })}
            onChange={({ target }) =>
              onChange(
                webhookEventNames.filter((one) =>
                  one === event ? target.checked : chosen.includes(one),
                ),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
