import type { User } from '@repo/contract/auth';
import { useState } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { LazyDeleteDialog } from '#lib/leaving/lazy-delete-dialog.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { adminKeys } from '../admin-keys.ts';

type Props = { user: User; onReload: () => Promise<void> };

const PATH = '/api/admin/users/{id}/deletion';

/** Deletes the user everywhere. The card above brings them back for 30 days. */
export function DeleteUserCard({ user, onReload }: Props) {
  const { id, email } = user;
  const name = user.name || email;
  const { user: self } = useAuth();
  const send = useSend();
  const [open, setOpen] = useState(false);
  const params = { id };
  return (
    <Card
      title="Delete User"
      description="Deletes the user with everything that they shared. To keep what they shared, hand them over instead."
      footer={
        <Button
          variant="destructive"
          disabledReason={self?.id === id ? 'Delete your own account in Settings' : undefined}
          onClick={() => setOpen(true)}
        >
          Delete...
        </Button>
      }
    >
      <LazyDeleteDialog
        deleted={{ name }}
        email={email}
        planKey={[...adminKeys.leaving(id), 'deletion']}
        fetchPlan={async (signal) =>
          (await apiRequestOrThrow(`GET ${PATH}`, { params, signal })).plan
        }
        send={(confirmed) => send(`POST ${PATH}`, { params, body: { email: confirmed.email } })}
        open={open}
        onOpenChange={setOpen}
        onDone={(goesOn) => {
          if (goesOn === undefined) toast.success(`${name} is deleted`);
          else toast.info(goesOn);
          void onReload();
        }}
      />
    </Card>
  );
}
