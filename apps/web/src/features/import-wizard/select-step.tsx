import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleAlert, ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { plural } from '../../lib/plural.ts';
import { Button } from '../../ui/button.tsx';
import { byActivity, discoveryQuery } from './discovery-query.ts';
import { DomainPicker } from './domain-picker.tsx';
import { importDiscovered, importProblem, type ImportResult } from './import-discovered.ts';
import { useSelection } from './selection.ts';
import { StepPanel } from './step-panel.tsx';

type Props = { onBack: () => void; onImported: (results: ImportResult[]) => void };

/** Step 3: picks among what was discovered, and imports it. */
export function SelectStep({ onBack, onImported }: Props) {
  const { data } = useQuery(discoveryQuery);
  const [selected, setSelected] = useSelection();
  const domains = useMemo(() => byActivity(data?.domains ?? []), [data]);
  // What was picked before a newer discovery may no longer be there to be seen.
  const picked = domains.map(({ domain }) => domain).filter((domain) => selected.has(domain));
  const importing = useMutation({
    mutationFn: importDiscovered,
    onSuccess: (results) => {
      setSelected([]);
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
          <ul className="list-inside list-disc text-grid text-muted">
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
          onClick={() => importing.mutate(picked)}
        >
          {`Import ${plural(picked.length, 'Domain')}`}
        </Button>
      }
    >
      <DomainPicker domains={domains} selected={selected} disabled={busy} onSelect={setSelected} />
    </StepPanel>
  );
}
