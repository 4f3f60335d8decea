import { WorkspaceSwitcher } from '../../features/workspaces/workspace-switcher.tsx';
import { usePageName } from '../../lib/page/page-title.ts';
import { Breadcrumb, Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { CrumbLink } from './crumb-link.tsx';
import type { Trail } from './shell-handle.ts';

export function BreadcrumbTrail({ trail: { context, crumbs } }: { trail: Trail }) {
  const pageName = usePageName();
  return (
    <Breadcrumbs>
      {context === 'workspace' ? (
        <Breadcrumb>
          <WorkspaceSwitcher />
        </Breadcrumb>
      ) : null}
      {crumbs.map(({ label, path }, index) => {
        const text = typeof label === 'string' ? label : pageName;
        const current = index === crumbs.length - 1;
        return (
          <Breadcrumb key={path} current={current}>
            {current ? text : <CrumbLink path={path}>{text}</CrumbLink>}
          </Breadcrumb>
        );
      })}
    </Breadcrumbs>
  );
}
