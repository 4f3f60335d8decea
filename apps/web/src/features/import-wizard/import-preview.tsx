import type { DiscoveredDomain } from '@repo/contract/domains';
import { limits } from '@repo/contract/page-limits';
import { Fragment } from 'react';
import { plural } from '@repo/domain/text/plural';
import type { Preview } from './import-preview-query.ts';
import { samplePeople } from './sample-people.ts';

/** At most this many people are named; the text mentions that there are others. */
const NAMED = 4;

type Props = {
  picked: readonly DiscoveredDomain[];
  /** The discovered domains that are already tracked. */
  trackedCount: number;
  /** How many days back the server reads for an import; unknown if the server does not say. */
  backfillDays: number | undefined;
  /** The server's counts; undefined from a server that does not count. */
  preview: Preview | undefined;
};

/** The preview of an import, before anything is stored. */
export function ImportPreview({ picked, trackedCount, backfillDays, preview }: Props) {
  const brings = summarize(picked, preview);
  return (
    <div className="min-h-16 text-grid [overflow-wrap:anywhere] text-muted">
      <output className="block">
        {picked.length === 0 ? (
          'Nothing is saved until you import. Select domains to preview the import.'
        ) : (
          <>
            <strong className="font-medium text-ink">
              {`${plural(picked.length, 'domain')} would import ${brings.activities}`}
            </strong>
            {` of the last ${brings.time}`}
            <WithPeople picked={picked} />.
          </>
        )}
      </output>
      {picked.length === 0 ? null : brings.note !== undefined ? (
        <p>{brings.note}</p>
      ) : backfillDays === undefined || brings.isWhole ? null : (
        <p>{`After the import, we sync their activity of the last ${plural(backfillDays / 7, 'week')}.`}</p>
      )}
      {trackedCount === 0 ? null : (
        <p>{`${plural(trackedCount, 'domain')} already tracked. No change.`}</p>
      )}
    </div>
  );
}

/** The counts of the server where it has all of them, until then those of the discovery. */
function summarize(picked: readonly DiscoveredDomain[], preview: Preview | undefined) {
  const counted = new Map(
    preview?.domains.flatMap((one) => (one.isCounted ? [[one.domain, one.activityCount]] : [])),
  );
  const known = picked.filter(({ domain }) => counted.has(domain));
  if (preview !== undefined && known.length === picked.length) {
    const sum = known.reduce((total, { domain }) => total + (counted.get(domain) ?? 0), 0);
    const activities = plural(sum, 'activity', 'activities');
    return {
      activities: preview.isEstimate ? `about ${activities}` : activities,
      time: plural(preview.backfillDays / 7, 'week'),
      isWhole: true,
      note:
        preview.state === 'failed'
          ? `Some providers could not be reached: ${preview.message}`
          : undefined,
    };
  }
  const sum = picked.reduce((total, { activityCount }) => total + activityCount, 0);
  return {
    activities: plural(sum, 'activity', 'activities'),
    time: plural(limits.discoveryDays, 'day'),
    isWhole: false,
    note: preview && noteOf(preview, known.length, picked.length),
  };
}

function noteOf(preview: Preview, known: number, picked: number): string {
  if (preview.state === 'failed') return `Counting stopped early: ${preview.message}`;
  const weeks = plural(preview.backfillDays / 7, 'week');
  const share = `${known.toLocaleString('en')} of ${plural(picked, 'domain')}`;
  return known < Math.min(picked, limits.domainsPerPreview)
    ? `Counting activity of the last ${weeks}: ${share}…`
    : `Counted activity of the last ${weeks} for ${share}.`;
}

/** Names come from outside; each is isolated, so that its text direction affects nothing else. */
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
