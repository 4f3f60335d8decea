import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { WorkspaceSwitcher } from '#features/workspaces/workspace-switcher.tsx';
import { usePageName } from '#lib/page/page-title.ts';
import { Breadcrumb, Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { historyStepsBackTo } from './back-navigation.ts';
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

/** Leads to a page further up; back to it as it was left, where the user came from there. */
function CrumbLink({ path, children }: { path: string; children: string | undefined }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const goBack = (event: MouseEvent) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const steps = historyStepsBackTo(client, path);
    if (opensElsewhere || steps === undefined) return;
    event.preventDefault();
    void navigate(-steps);
  };
  return (
    <Link to={path} onClick={goBack}>
      {children}
    </Link>
  );
}
