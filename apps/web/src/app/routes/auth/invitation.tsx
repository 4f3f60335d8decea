import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { InvitationPage } from '#features/auth/invitation-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';
import { createQueryClient } from '#lib/query-client.ts';

/** Outside of `RequireSession`, whose cache belongs to one session: the page outlives a sign-in. */
export function Component() {
  usePageTitle('Invitation');
  const [client] = useState(createQueryClient);
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  return (
    <QueryClientProvider client={client}>
      <InvitationPage key={token} token={token} />
    </QueryClientProvider>
  );
}
