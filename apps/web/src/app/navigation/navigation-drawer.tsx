import { Drawer } from '#ui/overlays/drawer.tsx';
import type { BreadcrumbContext } from '../shell/shell-handle.ts';
import { SidebarNavigation } from './sidebar.tsx';

type Props = {
  context: BreadcrumbContext;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The content of the sidebar, over the page. */
export function NavigationDrawer({ context, open, onOpenChange }: Props) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="Go to">
      <SidebarNavigation context={context} />
    </Drawer>
  );
}
