import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { useSend } from '#lib/session/use-send.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { Button } from '#ui/forms/button.tsx';
import { adminKeys } from '../admin-keys.ts';
import { RequireFactorDialog } from '../require-factor-dialog.tsx';

/** Opens the rule about the second factor of administrators. */
export function AdministratorsRule() {
  const send = useSend();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: adminKeys.administratorsRule,
    queryFn: ({ signal }) => apiRequestOrThrow('GET /api/admin/second-factor', { signal }),
    enabled: open,
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Require Second Factor...</Button>
      {data === undefined ? null : (
        <RequireFactorDialog
          whom="administrators"
          isRequired={readInstant(data.secondFactorFrom) !== undefined}
          send={(body) => send('PUT /api/admin/second-factor', { body })}
          open={open}
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}
