import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { historyStepsBackTo } from './back-navigation.ts';

/** Leads to a page further up; back to it as it was left, where the person came from there. */
export function CrumbLink({ path, children }: { path: string; children: string | undefined }) {
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
