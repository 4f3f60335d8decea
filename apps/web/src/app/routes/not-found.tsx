import { SearchX } from 'lucide-react';
import { HomeButton } from '#lib/page/home-button.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';

export function Component() {
  usePageTitle('Page Not Found');
  return (
    <EmptyState
      headingLevel={1}
      icon={<SearchX />}
      title="Page Not Found"
      description="This page does not exist. The link may be old or mistyped."
      action={<HomeButton />}
    />
  );
}
