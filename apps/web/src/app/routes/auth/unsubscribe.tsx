import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { UnsubscribePage } from '#features/auth/unsubscribe-page.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';
import { createQueryClient } from '#lib/query-client.ts';

/** Outside of `RequireSession`: the link of an email is enough. */
export function Component() {
  usePageTitle('Unsubscribe');
  const [client] = useState(createQueryClient);
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  return (
    <QueryClientProvider client={client}>
      <UnsubscribePage key={token} token={token} />
    </QueryClientProvider>
  );
}
