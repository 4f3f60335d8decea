import { limits } from '@repo/contract/page-limits';
import { useState } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { LazyDeleteDialog } from '#lib/leaving/lazy-delete-dialog.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';

/** Deletes the account of the reader, who is signed out afterwards. */
export function DeleteAccountCard({ email }: { email: string }) {
  const { signOut } = useAuth();
  const send = useSend();
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="Delete Account"
      footer={
        <Button variant="destructive" onClick={() => setOpen(true)}>
          Delete Account...
        </Button>
      }
    >
      <p className="text-grid text-muted">
        {`What you share ends at once. Everything else is deleted after ${limits.leavingDays} days, in which you can come back, or now.`}
      </p>
      <LazyDeleteDialog
        deleted="you"
        email={email}
        planKey={['own-deletion-plan']}
        fetchPlan={async (signal) =>
          (await apiRequestOrThrow('GET /api/auth/deletion', { signal })).plan
        }
        send={(confirmed) => send('POST /api/auth/deletion', { body: confirmed })}
        open={open}
        onOpenChange={setOpen}
        onDone={(goesOn) => {
          signOut();
          toast.success('Your account is deleted', {
            description: goesOn ?? `You get an email at ${email} about what happens next.`,
          });
        }}
      />
    </Card>
  );
}
