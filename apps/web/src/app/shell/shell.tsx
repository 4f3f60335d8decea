import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useMatches } from 'react-router';
import { useLiveIntegrations } from '#lib/integrations/use-live-integrations.ts';
import { usePageName } from '#lib/page/page-title.ts';
import { setOwnTimeZone } from '#lib/time/workspace-time-zone.ts';
import { Commands } from '../commands/commands.tsx';
import { hasSidebar, Sidebar } from '../navigation/sidebar.tsx';
import { useRecordNavigation } from './back-navigation.ts';
import { createActivityRefresher } from './create-activity-refresher.ts';
import { readTrail } from './shell-handle.ts';
import { TopBar } from './top-bar.tsx';

const CONTENT_ID = 'content';

/** The frame of every page behind the sign-in: the top bar, the sidebar and the content. */
export function Shell() {
  useRecordNavigation();
  const trail = readTrail(useMatches());
  // A page of a workspace sets that of the workspace, below.
  if (trail.context !== 'workspace') setOwnTimeZone();
  return (
    <Commands>
      <div className="flex min-h-dvh flex-col">
        <a
          href={`#${CONTENT_ID}`}
          className="sr-only z-(--layer-float) rounded-md bg-accent font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2.5 focus:left-2.5 focus:px-3 focus:py-2"
          onClick={(event) => {
            // Without this the hash of the address would change.
            event.preventDefault();
            document.getElementById(CONTENT_ID)?.focus();
          }}
        >
          Skip to content
        </a>
        <TopBar trail={trail} />
        <div className="flex min-w-0 flex-1">
          {hasSidebar(trail) ? <Sidebar context={trail.context} /> : null}
          <main id={CONTENT_ID} tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            <Outlet />
          </main>
        </div>
        <PageAnnouncer />
        <LiveUpdates />
        {/* By path: a change of the query alone leaves the page where it is. */}
        <ScrollRestoration getKey={({ pathname }) => pathname} />
      </div>
    </Commands>
  );
}

/** Lets every page show what comes in while it is open. */
function LiveUpdates() {
  const client = useQueryClient();
  const [renewal] = useState(() => createActivityRefresher(client));
  useLiveIntegrations({
    onIntegrationsChange: renewal.note,
    onAccountsChange: renewal.scheduleRefresh,
  });
  useEffect(() => renewal.stop, [renewal]);
  return null;
}

/** Announces the page to screen readers, since there is no page load. */
function PageAnnouncer() {
  return <output className="sr-only">{usePageName()}</output>;
}
