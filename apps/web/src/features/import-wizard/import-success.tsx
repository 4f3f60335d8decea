import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { plural } from '@repo/domain/text/plural';
import { Button } from '#ui/forms/button.tsx';
import type { ImportResult } from './import-discovered.ts';
import { StepPanel } from './step-panel.tsx';

type Props = {
  results: readonly ImportResult[];
  donePath: string;
  /** Offers to share the imported domains; undefined if the server has no such call. */
  renderShare: ((domains: readonly string[]) => ReactNode) | undefined;
};

export function ImportSuccess({ results, donePath, renderShare }: Props) {
  return (
    <StepPanel
      icon={<CircleCheck />}
      iconKind="success"
      title="Import Successful!"
      description={`Successfully imported ${plural(results.length, 'domain')} to your personal tracking.`}
      next={
        <>
          <Button asChild variant={renderShare === undefined ? 'primary' : 'default'}>
            <Link to={donePath}>View Import Preferences</Link>
          </Button>
          {renderShare?.(results.map(({ domain }) => domain.domain))}
        </>
      }
    >
      <ul
        aria-label="Imported domains"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls by keyboard.
        tabIndex={0}
        className="max-h-domain-list overflow-y-auto rounded-md border border-line"
      >
        {results.map(({ domain: { domain } }) => (
          <li
            key={domain}
            className="flex h-row items-center border-line px-3 font-medium not-first:border-t"
          >
            <span className="truncate">{domain}</span>
          </li>
        ))}
      </ul>
    </StepPanel>
  );
}
