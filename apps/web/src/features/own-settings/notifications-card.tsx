import type { NotificationSettings } from '@repo/contract/notifications';
import { businessTimeZone } from '@repo/domain/time/business-day';
import type { ReactNode } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { FormField } from '#ui/forms/form-field.tsx';
import { timeZoneLabel, TimeZoneSelect } from '#ui/forms/time-zone-select.tsx';
import { Card } from '#ui/layout/card.tsx';
import { useNotificationSettings } from './use-notification-settings.ts';

type Setting = {
  name: Exclude<keyof NotificationSettings, 'timeZone'>;
  label: string;
  hint: string;
};

const MAILS: readonly Setting[] = [
  {
    name: 'weeklyDigest',
    label: 'Weekly digest',
    hint: 'On Monday morning: the accounts with most and least contact, those going quiet, new accounts, and syncs that fail. Nothing is sent when there is nothing to report.',
  },
  {
    name: 'morningMail',
    label: 'Morning mail',
    hint: 'On the mornings of working days: what Today has in your workspaces. Nothing is sent when there is nothing to report.',
  },
  {
    name: 'connectionProblem',
    label: 'Connection problems',
    hint: 'When a mailbox, calendar or call recorder has to be connected again.',
  },
];

const NOTICES: readonly Setting[] = [
  {
    name: 'shareNotices',
    label: 'Shared activities',
    hint: 'When a colleague shares activities of an account that you own.',
  },
  {
    name: 'answerNotices',
    label: 'First answers',
    hint: 'When someone at a favourite writes, meets or calls for the first time after one of you wrote.',
  },
  {
    name: 'quietNotices',
    label: 'Going quiet',
    hint: 'When a favourite has had no contact for six weeks.',
  },
  {
    name: 'connectionNotices',
    label: 'Broken connections',
    hint: 'When a mailbox, calendar or call recorder has to be connected again.',
  },
];

/** The emails that the user receives; each change is saved at once. */
export function NotificationsCard({ email }: { email: string }) {
  return (
    <SettingsCard
      title="Email Notifications"
      description={`Sent to ${email}. Changes are saved at once.`}
      settings={MAILS}
      noun="notifications"
    >
      {(settings, change) => (
        <FormField
          label="Time zone"
          hint="The weekly digest and the morning mail are sent in the morning of this time zone."
          className="max-w-80"
        >
          <TimeZoneSelect
            value={settings?.timeZone ?? undefined}
            placeholder={
              settings === undefined ? '' : `${timeZoneLabel(businessTimeZone)}, the default`
            }
            disabled={settings === undefined}
            onValueChange={(chosen) => change({ timeZone: chosen })}
          />
        </FormField>
      )}
    </SettingsCard>
  );
}

/** The kinds of notices in the bell of the top bar. */
export function NoticesCard() {
  return (
    <SettingsCard
      title="Notices"
      description="Shown by the bell in the top bar for 30 days. Changes are saved at once."
      settings={NOTICES}
      noun="notices"
    />
  );
}

type CardProps = {
  title: string;
  description: string;
  settings: readonly Setting[];
  /** Their names where they cannot be loaded. */
  noun: string;
  /** Further fields. */
  children?: (
    settings: NotificationSettings | undefined,
    change: ReturnType<typeof useNotificationSettings>['change'],
  ) => ReactNode;
};

function SettingsCard({ title, description, settings: listed, noun, children }: CardProps) {
  const { settings, change, error, isFetching, refetch } = useNotificationSettings();
  return (
    <Card title={title} description={description}>
      {settings !== undefined || error === null ? (
        // While loading, the fields keep their place and say nothing of their values.
        <div className="flex flex-col gap-4" aria-busy={settings === undefined || undefined}>
          {settings === undefined ? <output className="sr-only">Loading {noun}...</output> : null}
          {listed.map(({ name, label, hint }) => (
            <Checkbox
              key={name}
              label={label}
              hint={hint}
              disabled={settings === undefined}
              indeterminate={settings === undefined}
              checked={settings?.[name] ?? false}
              onChange={({ target }) => change({ [name]: target.checked })}
            />
          ))}
          {children?.(settings, change)}
        </div>
      ) : (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          Failed to load your {noun}
          <span className="block">{failureMessage(error, 'Please try again.')}</span>
        </FailureBanner>
      )}
    </Card>
  );
}
