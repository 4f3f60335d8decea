import type { ReactNode } from 'react';
import { isFullServer } from '#lib/server-level.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';
import { CompanyLinksCard } from './company-links-card.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { NoticesCard, NotificationsCard } from './notifications-card.tsx';
import { OwnDataCard } from './own-data-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

type Props = {
  /** The settings of this browser: the theme and the shortcuts. */
  appearance: ReactNode;
};

/** The settings of the user's own account and of their browser. */
export function SettingsPage({ appearance }: Props) {
  const { user } = useAuth();
  return (
    <div className="mx-auto flex w-full max-w-reading flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader title="Settings" description="Your account, and how this browser shows it." />
      {user === undefined ? null : <ProfileCard key={user.id} user={user} />}
      {appearance}
      {user !== undefined && isFullServer() ? <NotificationsCard email={user.email} /> : null}
      {isFullServer() ? <NoticesCard /> : null}
      <PasswordCard />
      {isFullServer() ? <SecondFactorCard /> : null}
      {isFullServer() ? <PasskeysCard /> : null}
      {isFullServer() ? <CompanyLinksCard /> : null}
      <SessionsCard />
      {isFullServer() ? <ApiKeysCard /> : null}
      {isFullServer() ? <RetentionCard /> : null}
      {isFullServer() ? <OwnDataCard /> : null}
      {user !== undefined && isFullServer() ? <DeleteAccountCard email={user.email} /> : null}
    </div>
  );
}
