import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { Button } from '../../ui/forms/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

export function Component() {
  usePageTitle('Page Not Found');
  return (
    <EmptyState
      headingLevel={1}
      icon={<SearchX />}
      title="Page Not Found"
      description="This page does not exist. The link may be old or mistyped."
      action={
        <Button asChild>
          <Link to="/">Go to Home</Link>
        </Button>
      }
    />
  );
}
