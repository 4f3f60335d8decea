import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useMediaQuery } from '#lib/hooks/use-media-query.ts';
import { Button } from '#ui/forms/button.tsx';
import { lazyDialog } from '#ui/overlays/lazy-dialog.tsx';
import type { BreadcrumbContext } from '../shell/shell-handle.ts';

const NavigationDrawer = lazyDialog(
  async () => (await import('./navigation-drawer.tsx')).NavigationDrawer,
);

/** Where the sidebar fits (`--breakpoint-md`). */
const HAS_SIDEBAR = '(width >= 768px)';

/** Opens the navigation over the page where there is no room for the sidebar. */
export function NavigationButton({ context }: { context: BreadcrumbContext }) {
  const { key } = useLocation();
  const hasSidebar = useMediaQuery(HAS_SIDEBAR);
  // The page on which it was opened: every navigation closes it, also the browser's way back.
  const [openedOn, setOpenedOn] = useState<string>();
  return (
    <>
      <Button
        variant="bare"
        shape="square"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        className="-ml-2 md:hidden"
        onClick={() => setOpenedOn(key)}
      >
        <Menu aria-hidden />
      </Button>
      {openedOn === undefined ? null : (
        <NavigationDrawer
          context={context}
          open={openedOn === key && !hasSidebar}
          onOpenChange={(open) => setOpenedOn(open ? key : '')}
        />
      )}
    </>
  );
}
