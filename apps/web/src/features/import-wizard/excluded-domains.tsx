import type { EndpointResponse } from '@repo/contract/endpoints';
import type { ExclusionReason } from '@repo/contract/domains';
import { ChevronRight } from 'lucide-react';
import { countOf } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';
import { plural } from '@repo/domain/text/plural';

const REASONS: Record<ExclusionReason, { title: string; why: string }> = {
  'free-mail': { title: 'Common email providers', why: 'Public email providers, not companies.' },
  'own-domain': { title: 'Your own domain', why: 'Your colleagues are not accounts.' },
  list: { title: 'Mailing lists', why: 'Mailing list addresses do not identify a company.' },
};

const KINDS = { domain: 'text' } as const;

const hasName = ({ domain }: ExcludedList['domains'][number]) => domain !== '';

type ExcludedList = NonNullable<EndpointResponse<'GET /api/accounts/discover'>['excluded']>;

/** The domains of the mailbox that discovery does not offer, with the reasons. */
export function ExcludedDomains({ excluded }: { excluded: ExcludedList }) {
  const domains = readList(excluded.domains, 'excluded domains', hasName, KINDS);
  const total = countOf(excluded.total) ?? domains.length;
  if (total === 0) return null;
  const unlisted = total - domains.length;
  return (
    <details className="group text-grid">
      <summary className="-mx-1 inline-flex cursor-pointer list-none items-center gap-1 rounded-sm px-1 py-0.5 font-medium text-muted hover:text-ink">
        <ChevronRight
          aria-hidden
          className="size-icon-small transition-transform group-open:rotate-90"
        />
        {`${plural(total, 'domain')} excluded`}
      </summary>
      <dl
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls by keyboard.
        tabIndex={0}
        className="mt-2 flex max-h-60 flex-col gap-3 overflow-y-auto border-l border-line pl-3"
      >
        {Object.entries(REASONS).map(([reason, { title, why }]) => {
          const found = domains.filter((one) => one.reason === reason);
          return found.length === 0 ? null : (
            <div key={reason}>
              <dt>
                <span className="font-medium">{title}</span>{' '}
                <span className="text-muted">{why}</span>
              </dt>
              <dd>
                <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
                  {found.map(({ domain, activityCount }) => (
                    <li key={domain} className="flex max-w-full gap-1.5">
                      <span className="truncate" title={domain}>
                        {domain}
                      </span>
                      <span className="shrink-0 text-muted">
                        {plural(countOf(activityCount) ?? 0, 'activity', 'activities')}
                      </span>
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          );
        })}
      </dl>
      {unlisted > 0 ? (
        <p className="mt-2 text-muted">{`and ${plural(unlisted, 'more domain')}`}</p>
      ) : null}
    </details>
  );
}
