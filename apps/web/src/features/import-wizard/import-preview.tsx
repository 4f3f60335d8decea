import type { DiscoveredDomain } from '@repo/contract/domains';
import { Fragment } from 'react';
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
    <div className="min-h-16 text-grid [overflow-wrap:anywhere] text-muted">
      <output className="block">
        {picked.length === 0 ? (
          'Nothing is written before you import. Select domains to see what they would bring.'
        ) : (
          <>
            <strong className="font-medium text-ink">
              {`${plural(picked.length, 'domain')} would bring ${plural(activities, 'activity', 'activities')}`}
            </strong>
            {' of the last 14 days'}
            <WithPeople picked={picked} />.
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

/** Names come from outside; each is kept to itself, so that its direction turns nothing around. */
function WithPeople({ picked }: Pick<Props, 'picked'>) {
  const people = firstPeople(picked);
  if (people.length === 0) return null;
  return (
    <>
      {' with '}
      {people.slice(0, NAMED).map((person, index) => (
        <Fragment key={person}>
          {index === 0 ? null : ', '}
          <bdi>{person}</bdi>
        </Fragment>
      ))}
      {people.length > NAMED ? ' and others' : null}
    </>
  );
}

/** Enough of the people to name some, and to know whether there are others. */
function firstPeople(picked: readonly DiscoveredDomain[]): string[] {
  const people = new Set<string>();
  for (const domain of picked) {
    for (const person of samplePeople(domain)) people.add(person);
    if (people.size > NAMED) break;
  }
  return [...people];
}
