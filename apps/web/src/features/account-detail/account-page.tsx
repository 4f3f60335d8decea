import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, type ReactNode, useState } from 'react';
import { useMediaQuery, WIDE } from '#lib/hooks/use-media-query.ts';
import { readJson, writeJson } from '#lib/storage.ts';
import { AccountHeader } from './account-header.tsx';
import type { Account } from './account-query.ts';
import { ActivityFeed, type RenderItemMenu } from './feed/activity-feed.tsx';
import type { Feed } from './feed/use-feed.ts';
import type { OpenActivity } from './feed/use-open-activity.ts';
import { InformationPanel, type Participants } from './information-panel.tsx';
import { TimelineChart } from './timeline/timeline-chart.tsx';
import type { TimelinePart } from './timeline/timeline-parts.ts';
import { participantsQuery } from './timeline/timeline-query.ts';
import type { Window } from './timeline/timeline-request.ts';
import type { TimelineWindow } from './timeline/use-timeline-window.ts';
import { computeWindowStats, participantsOf } from './timeline/window-stats.ts';

type Props = {
  accountId: string;
  /** Undefined while it loads; the layout is rendered already. */
  account: Account | undefined;
  /** A menu with the account's actions. */
  menu: ReactNode;
  /** The name where it can be edited, with its heading. */
  name: ReactNode;
  /** Further sections of the information panel. */
  information: ReactNode;
  window: TimelineWindow;
  activity: OpenActivity;
  feed: Feed;
  /** The open activity, beside the feed or, where that is narrow, over the page. */
  panel: ReactNode | undefined;
  renderItemMenu: RenderItemMenu | undefined;
};

const OVER_PAGE =
  'max-lg:fixed max-lg:top-top-bar max-lg:bottom-0 max-lg:right-0 max-lg:z-(--layer-bar) max-lg:bg-canvas';

export function AccountPage({
  accountId,
  account,
  menu,
  name,
  information,
  window,
  activity,
  feed,
  panel,
  renderItemMenu,
}: Props) {
  const { size, end, today } = window;
  const [informationOpen, setInformationOpen] = useInformationPanel();
  const informationButton = useRef<HTMLButtonElement>(null);
  const isWide = useMediaQuery(WIDE);
  const { windowPart, lead, leadTo } = feed;
  const domain = account?.normalizedDomain;
  const facts = useMemo(
    () => computeWindowStats({ size, end }, windowPart, domain),
    [size, end, windowPart, domain],
  );
  const participants = useParticipants(accountId, window, windowPart, domain);
  const isCovered = panel !== undefined && !isWide;

  return (
    <div className="flex h-page min-h-0 flex-col overflow-hidden">
      <div inert={isCovered} className="contents">
        <AccountHeader
          account={account}
          menu={menu}
          name={name}
          window={window}
          informationOpen={informationOpen}
          onInformationToggle={() => setInformationOpen(!informationOpen)}
          informationButton={informationButton}
        />
        <TimelineChart days={facts.days} today={today} selected={lead?.day} onSelect={leadTo} />
      </div>
      <div className="flex min-h-0 flex-1">
        <section
          aria-label="Activities"
          aria-busy={feed.items === undefined}
          inert={isCovered}
          className="flex min-w-0 flex-1 flex-col"
        >
          <ActivityFeed
            key={`${accountId} ${size} ${end}`}
            feed={feed}
            today={today}
            activity={activity}
            renderItemMenu={renderItemMenu}
          />
        </section>
        {panel === undefined ? null : (
          <div className={`flex min-w-0 flex-[1.3] max-lg:left-0 ${OVER_PAGE}`}>{panel}</div>
        )}
        {informationOpen && !isCovered ? (
          <InformationPanel
            account={account}
            participants={participants}
            counts={facts}
            further={information}
            className={`w-information-panel max-w-full max-lg:shadow-float ${OVER_PAGE}`}
            onClose={() => {
              setInformationOpen(false);
              informationButton.current?.focus();
            }}
          />
        ) : null}
      </div>
    </div>
  );
}

const KEY = 'ui.information_panel';

/**
 * Whether the information panel is open. Beside the feed it is visible at first and remembered;
 * where it would cover the feed it opens only on request.
 */
function useInformationPanel(): [open: boolean, setOpen: (open: boolean) => void] {
  const isWide = useMediaQuery(WIDE);
  const [beside, setBeside] = useState(() => readJson(KEY, (value) => value === true) ?? true);
  const [over, setOver] = useState(false);
  const set = (open: boolean) => {
    if (!isWide) {
      setOver(open);
      return;
    }
    setBeside(open);
    writeJson(KEY, open);
  };
  return [isWide ? beside : over, set];
}

/**
 * The participants of a window: the server's list if it has one, else the participants of the activities in
 * the window's first part. Undefined until that arrives.
 */
function useParticipants(
  accountId: string,
  window: Window,
  part: TimelinePart | undefined,
  domain: string | undefined,
): Participants | undefined {
  const offered = part?.page !== undefined;
  const { data, isError } = useQuery(participantsQuery(accountId, window, offered));
  return useMemo(() => {
    if (part === undefined) return undefined;
    if (data !== undefined) return { listed: data.participants, total: data.total };
    if (offered && !isError) return undefined;
    const listed = participantsOf(part.items, domain);
    return { listed, total: listed.length };
  }, [part, data, offered, isError, domain]);
}
