import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PasskeysCard } from '#features/own-settings/passkeys-card.tsx';
import { SecondFactorCard } from '#features/own-settings/second-factor-card.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';
import { factorsQuery } from '#lib/proof/factors-query.ts';
import { endFactorSetup } from '#lib/session/factor-setup.ts';
import { Button } from '#ui/forms/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';

/** All that a user sees who has to set up a second factor first. */
export function RequiredFactorPage() {
  usePageTitle('Set Up a Second Factor');
  const client = useQueryClient();
  const { data: factors } = useQuery(factorsQuery);
  const hasFactor =
    factors !== undefined && (factors.passkeys.length > 0 || factors.authenticatorApp !== null);
  const goOn = () => {
    endFactorSetup();
    void client.resetQueries();
  };
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-reading flex-col gap-4 px-4 py-10">
      <PageHeader
        title="Set Up a Second Factor"
        description="You need one to continue. Add a passkey or an authenticator app, and keep the recovery codes."
      />
      <PasskeysCard />
      <SecondFactorCard />
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="primary"
          disabledReason={hasFactor ? undefined : 'Add a passkey or an authenticator app first'}
          onClick={goOn}
        >
          Continue
        </Button>
        <Link to="/logout" className="rounded-sm text-muted hover:underline">
          Sign Out
        </Link>
      </div>
    </main>
  );
}
