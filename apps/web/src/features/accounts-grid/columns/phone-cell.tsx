import { useIsScrollSettled } from '#ui/data-grid/scroll/scroll-speed.ts';
import { TagChip } from '#lib/tags/tag-chip.tsx';
import { Favicon } from '#ui/display/favicon.tsx';
import type { Account } from '../data/account.ts';
import { bubblePaths, DAY_WIDTH, TIMELINE_HEIGHT } from './bubble-path.ts';
import { SIZES, STROKES, summary } from './bubble-timeline.tsx';
import { LastTouchPointCell } from './last-touch-point-column.tsx';
import { AccountLink, faviconAddress } from './name-column.tsx';

/** An account on a phone: its name, a tag and its latest bubbles, and under them the last touch point. */
export function PhoneCell({ account, path }: { account: Account; path: string }) {
  const isLookedAt = useIsScrollSettled();
  const { name, tags, lastActivity, timeline } = account;
  return (
    <span className="flex items-center gap-2.5">
      <Favicon name={name} src={isLookedAt ? faviconAddress(account) : undefined} />
      <span className="min-w-0 flex-1">
        <span className="flex h-6 items-center gap-2">
          <span className="min-w-0 flex-1 truncate">
            <AccountLink account={account} path={path} />
          </span>
          <OneTag tags={tags} />
          {timeline === undefined ? null : <SmallBubbles timeline={timeline} />}
        </span>
        <span className="block h-6 leading-6">
          {lastActivity === undefined ? (
            <span className="text-faint">No activity yet</span>
          ) : (
            <LastTouchPointCell activity={lastActivity} path={path} />
          )}
        </span>
      </span>
    </span>
  );
}

/** The first tag, and the number of the others: there is room for one. Screen readers get all of them. */
function OneTag({ tags }: Pick<Account, 'tags'>) {
  const [first, ...others] = tags;
  if (first === undefined) return null;
  return (
    <>
      <span aria-hidden className="flex max-w-24 shrink-0 items-center gap-1">
        <TagChip tag={first} />
        {others.length > 0 ? <span className="text-faint">+{others.length}</span> : null}
      </span>
      <span className="sr-only">Tags: {tags.map(({ name }) => name).join(', ')}</span>
    </>
  );
}

/** The days that have room beside a name, up to today. */
const DAYS = 10;
const SCALE = 0.5;

function SmallBubbles({ timeline }: { timeline: NonNullable<Account['timeline']> }) {
  const { external, internal } = timeline;
  const [theirs, ours] = [external.slice(-DAYS), internal.slice(-DAYS)];
  const width = theirs.length * DAY_WIDTH;
  return (
    <>
      <svg
        aria-hidden
        width={width * SCALE}
        height={TIMELINE_HEIGHT * SCALE}
        viewBox={`0 0 ${width} ${TIMELINE_HEIGHT}`}
        className="shrink-0"
        fill="none"
        strokeLinecap="round"
      >
        <path
          d={`M0 ${TIMELINE_HEIGHT / 2}H${width}`}
          stroke="var(--color-bubble-centre)"
          strokeWidth={2}
        />
        {bubblePaths(theirs, ours).map(({ side, level, d }) => (
          <path
            key={`${side}${level}`}
            d={d}
            stroke={STROKES[side][level]}
            strokeWidth={SIZES[level] + 2}
          />
        ))}
      </svg>
      <span className="sr-only">{summary(external, internal)}</span>
    </>
  );
}
