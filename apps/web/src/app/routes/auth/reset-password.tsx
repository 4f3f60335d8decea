import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { NewPasswordForm } from '#features/auth/new-password-form.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';
import { createQueryClient } from '#lib/query-client.ts';

export function Component() {
  usePageTitle('Set new password');
  const [client] = useState(createQueryClient);
  const [search] = useSearchParams();
  return (
    <QueryClientProvider client={client}>
      <NewPasswordForm token={search.get('token') || undefined} />
    </QueryClientProvider>
  );
}
