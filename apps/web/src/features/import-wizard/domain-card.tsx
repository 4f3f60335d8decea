import type { DiscoveredDomain } from '@repo/contract/domains';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Fragment, memo } from 'react';
import { plural } from '@repo/domain/text/plural';
import { Badge } from '#ui/feedback/badge.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { samplePeople } from './sample-people.ts';

type Props = {
  domain: DiscoveredDomain;
  tracked: boolean;
  selected: boolean;
  disabled: boolean;
  /**
   * Says how much an import of it would add; until that is counted, the card reports the last days.
   */
  brings: string | undefined;
  onToggle: (domain: string, selected: boolean) => void;
};

/**
 * A domain to pick; the whole card is the checkbox's target. Of thousands, only those that change are drawn
 * again.
 */
export const DomainCard = memo(function DomainCard(props: Props) {
  const { domain: discovered, tracked, selected, disabled, brings, onToggle } = props;
  const { domain, activityCount } = discovered;
  const people = samplePeople(discovered);
  return (
    <Checkbox
      checked={selected && !tracked}
      disabled={disabled || tracked}
      onChange={(event) => onToggle(domain, event.currentTarget.checked)}
      className={clsx(
        'min-w-0 rounded-md border border-line px-3 py-2 transition-colors [contain-intrinsic-size:auto_58px] [content-visibility:auto] [&>span:last-child]:min-w-0 [&>span:last-child]:flex-1',
        tracked
          ? 'bg-subtle text-muted!'
          : 'has-checked:border-accent has-checked:bg-accent-soft has-disabled:opacity-60 hover:not-has-checked:not-has-disabled:border-line-strong hover:not-has-checked:not-has-disabled:bg-subtle',
      )}
      label={
        <span className="flex items-center justify-between gap-3">
          <span className="truncate font-medium" title={domain}>
            {domain}
          </span>{' '}
          <span className="flex shrink-0 items-center gap-2 text-grid text-muted">
            {/* A tracked domain cannot be imported again, so its counts are replaced by a badge. */}
            {tracked ? (
              <Badge>
                <Check aria-hidden />
                Tracked
              </Badge>
            ) : (
              (brings ?? plural(activityCount, 'activity', 'activities'))
            )}
          </span>
        </span>
      }
      hint={
        <span className="block min-h-5 truncate" title={people.join(', ')}>
          {people.map((person, index) => (
            <Fragment key={person}>
              {index === 0 ? null : ', '}
              <bdi>{person}</bdi>
            </Fragment>
          ))}
        </span>
      }
    />
  );
});
