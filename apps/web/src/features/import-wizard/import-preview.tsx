import type { DiscoveredDomain } from '@repo/contract/domains';
import { plural } from '../../lib/plural.ts';
import { samplePeople } from './sample-people.ts';

/** So many people are named; of more it says that there are others. */
const NAMED = 4;

type Props = {
  picked: readonly DiscoveredDomain[];
  /** Those among the discovered that are tracked already. */
  trackedCount: number;
  /** How far back the server reads for what is imported; unknown from a server that does not say. */
  backfillDays: number | undefined;
};

/** What the import would bring, before anything is written. */
export function ImportPreview({ picked, trackedCount, backfillDays }: Props) {
  const activities = picked.reduce((sum, { activityCount }) => sum + activityCount, 0);
  return (
    <div className="min-h-16 text-grid text-muted">
      <output className="block">
        {picked.length === 0 ? (
          'Nothing is written before you import. Select domains to see what they would bring.'
        ) : (
          <>
            <strong className="font-medium text-ink">
              {`${plural(picked.length, 'domain')} would bring ${plural(activities, 'activity', 'activities')}`}
            </strong>
            {` of the last 14 days${withPeople(picked)}.`}
          </>
        )}
      </output>
      {picked.length === 0 || backfillDays === undefined ? null : (
        <p>{`After the import, everything with them of the last ${plural(backfillDays / 7, 'week')} is read.`}</p>
      )}
      {trackedCount === 0 ? null : (
        <p>{`${plural(trackedCount, 'domain')} you track already: nothing changes there.`}</p>
      )}
    </div>
  );
}

function withPeople(picked: readonly DiscoveredDomain[]): string {
  const people: string[] = [];
  for (const domain of picked) {
    people.push(...samplePeople(domain).filter((person) => !people.includes(person)));
    if (people.length > NAMED) break;
  }
  if (people.length === 0) return '';
  const named = people.slice(0, NAMED).join(', ');
  return ` with ${named}${people.length > NAMED ? ' and others' : ''}`;
}
