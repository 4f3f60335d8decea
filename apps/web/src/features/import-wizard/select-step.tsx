import type { DiscoveredDomain } from '@repo/contract/domains';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { plural } from '@repo/domain/text/plural';
import { Button } from '#ui/forms/button.tsx';
import { countOf } from '#lib/api/read-fields.ts';
import { byActivity, type Discovery, discoveryQuery } from './discovery-query.ts';
import { DomainPicker } from './domain-picker.tsx';
import { useImportPreview } from './import-preview-query.ts';
import { ImportPreview } from './import-preview.tsx';
import { importDiscovered, importProblem, type ImportResult } from './import-discovered.ts';
import { ExcludedDomains } from './excluded-domains.tsx';
import { useSelection } from './selection.ts';
import { StepPanel } from './step-panel.tsx';

const IMPORT = ['import-wizard', 'import'];

type Props = {
  /** The domains that the user tracks already. */
  tracked: ReadonlySet<string>;
  onBack: () => void;
  onImported: (results: ImportResult[]) => void;
};

/** Step 3: picks discovered domains and imports them. */
export function SelectStep({ tracked, onBack, onImported }: Props) {
  const { data } = useQuery(discoveryQuery);
  const [selected, changeSelection] = useSelection();
  const domains = useMemo(() => newFirst(data?.domains ?? [], tracked), [data, tracked]);
  // A newer discovery may no longer show a domain that was picked before.
  const picked = domains.filter(({ domain }) => selected.has(domain) && !tracked.has(domain));
  const preview = useImportPreview(picked.map(({ domain }) => domain));
  const client = useQueryClient();
  const importing = useMutation({
    mutationKey: IMPORT,
    mutationFn: importDiscovered,
    onSuccess: (results) => {
      changeSelection(() => []);
      onImported(results);
    },
  });

  if (importing.isError) {
    const { message, domains: offending } = importProblem(importing.error, importing.variables);
    return (
      <StepPanel
        icon={<CircleAlert />}
        iconKind="error"
        title="Import Failed"
        description={message}
        back={<Button onClick={importing.reset}>Back</Button>}
        next={
          <Button variant="primary" onClick={() => importing.mutate(importing.variables)}>
            Try Again
          </Button>
        }
      >
        {offending.length === 0 ? undefined : (
          <ul
            aria-label="Not importable"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls by keyboard.
            tabIndex={0}
            className="max-h-domain-list list-inside list-disc overflow-y-auto text-grid text-muted"
          >
            {offending.map((domain) => (
              <li key={domain}>{domain}</li>
            ))}
          </ul>
        )}
      </StepPanel>
    );
  }
  const busy = importing.isPending;
  return (
    <StepPanel
      icon={<ListChecks />}
      title="Select Domains to Import"
      description="Choose which domains you'd like to add to your personal tracking. Create workspace accounts from the workspace context."
      back={
        <Button disabled={busy} onClick={onBack}>
          Back
        </Button>
      }
      next={
        <Button
          variant="primary"
          disabled={picked.length === 0}
          loading={busy}
          loadingLabel="Importing..."
          onClick={() => {
            // The second press of a double click can come before the button is drawn disabled.
            if (client.isMutating({ mutationKey: IMPORT }) > 0) return;
            importing.mutate(picked.map(({ domain }) => domain));
          }}
        >
          {`Import ${plural(picked.length, 'Domain')}`}
        </Button>
      }
    >
      <DomainPicker
        domains={domains}
        tracked={tracked}
        selected={selected}
        disabled={busy}
        preview={preview}
        onSelect={changeSelection}
      />
      <div className="-mx-4 flex flex-col gap-2 border-t border-line px-4 pt-3 empty:hidden sm:-mx-6 sm:px-6">
        {domains.length === 0 ? null : (
          <ImportPreview
            picked={picked}
            trackedCount={domains.filter(({ domain }) => tracked.has(domain)).length}
            backfillDays={data?.backfillDays}
            preview={preview}
          />
        )}
        {data?.excluded === undefined ? null : <ExcludedDomains excluded={data.excluded} />}
        {data === undefined ? null : <UnlistedDomains {...data} />}
      </div>
    </StepPanel>
  );
}

/** Says so where the mailbox has more domains than the server lists. */
function UnlistedDomains({ domains, domainCount }: Discovery) {
  const unlisted = (countOf(domainCount) ?? 0) - domains.length;
  if (unlisted <= 0) return null;
  return (
    <p className="text-grid text-muted">
      {`${plural(unlisted, 'domain')} with fewer emails ${unlisted === 1 ? 'is' : 'are'} not listed. Add one by name in Import Preferences.`}
    </p>
  );
}

/** The most active first, and the tracked ones behind all others. */
function newFirst(
  domains: readonly DiscoveredDomain[],
  tracked: ReadonlySet<string>,
): DiscoveredDomain[] {
  const sorted = byActivity(domains);
  return [
    ...sorted.filter(({ domain }) => !tracked.has(domain)),
    ...sorted.filter(({ domain }) => tracked.has(domain)),
  ];
}
