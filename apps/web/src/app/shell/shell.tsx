import { Outlet, ScrollRestoration } from 'react-router';
import { LiveUpdates } from './live-updates.tsx';
import { PageAnnouncer } from './page-announcer.tsx';
import { TopBar } from './top-bar.tsx';
import { useRecordNavigation } from './back-navigation.ts';

const CONTENT_ID = 'content';

/** What surrounds every page of the signed-in: the top bar, and where the content stands. */
export function Shell() {
  useRecordNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href={`#${CONTENT_ID}`}
        className="sr-only z-(--layer-float) rounded-md bg-accent font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2.5 focus:left-2.5 focus:px-3 focus:py-2"
        onClick={(event) => {
          // The address keeps its own hash.
          event.preventDefault();
          document.getElementById(CONTENT_ID)?.focus();
        }}
      >
        Skip to content
      </a>
      <TopBar />
      <main id={CONTENT_ID} tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <PageAnnouncer />
      <LiveUpdates />
      {/* By path: a change of the query alone leaves the page where it is. */}
      <ScrollRestoration getKey={({ pathname }) => pathname} />
    </div>
  );
}
