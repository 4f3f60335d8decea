import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useMailbox } from '#lib/integrations/use-mailbox.ts';
import { Button } from '#ui/forms/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConnectStep } from './connect-step.tsx';
import { DiscoverStep } from './discover-step.tsx';
import { discoveryQuery, isRunning } from './discovery-query.ts';
import type { ImportResult } from './import-discovered.ts';
import { ImportSuccess } from './import-success.tsx';
import { SelectStep } from './select-step.tsx';
import { StepIndicator } from './step-indicator.tsx';
import { useWizardStep, type WizardStep } from './wizard-step.ts';

/** The page that the back arrow and the completion both lead to. */
const PREFERENCES_PATH = '/import-preferences';

export type ImportWizardProps = {
  /** The domains that the user tracks already. */
  tracked: ReadonlySet<string>;
  /** Goes to where a mailbox is connected. */
  onConnectMailbox: () => void;
  /** More domains are tracked now. */
  onImported: () => void;
  /** Offers to share the imported domains. */
  renderShare?: ((domains: readonly string[]) => ReactNode) | undefined;
};

/** From the mailbox to tracked domains in three steps. */
export function ImportWizard({
  tracked,
  onConnectMailbox,
  onImported,
  renderShare,
}: ImportWizardProps) {
  const [asked, goTo] = useWizardStep();
  const { texts } = useMailbox();
  const [results, setResults] = useState<ImportResult[]>();
  const step = useReachedStep(asked);
  const finished = results !== undefined && asked === 3;
  return (
    <div className="mx-auto flex w-full max-w-wizard flex-col @container gap-5 px-4 py-6">
      <PageHeader
        leading={
          <Button asChild variant="bare" shape="square" size="small">
            <Link to={PREFERENCES_PATH} aria-label="Back to Import Preferences">
              <ArrowLeft aria-hidden />
            </Link>
          </Button>
        }
        title="Import Accounts"
        description={texts.wizard}
      />
      <StepIndicator connectLabel={texts.step} current={step} finished={finished} />
      {finished ? (
        <ImportSuccess results={results} donePath={PREFERENCES_PATH} renderShare={renderShare} />
      ) : step === 1 ? (
        <ConnectStep onConnect={onConnectMailbox} onContinue={() => goTo(2)} />
      ) : step === 2 ? (
        <DiscoverStep
          onBack={() => goTo(1)}
          onContinue={() => {
            // Reports the imported domains; more can be selected.
            setResults(undefined);
            goTo(3);
          }}
        />
      ) : (
        <SelectStep
          tracked={tracked}
          onBack={() => goTo(2)}
          onImported={(imported) => {
            setResults(imported);
            onImported();
          }}
        />
      )}
    </div>
  );
}

/** The third step needs the second step's domains: after a reload it begins there. */
function useReachedStep(asked: WizardStep): WizardStep {
  const { data } = useQuery({ ...discoveryQuery, enabled: false });
  const discovered = data !== undefined && !isRunning(data);
  return asked === 3 && !discovered ? 2 : asked;
}
