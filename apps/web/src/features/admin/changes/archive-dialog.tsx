import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore } from 'lucide-react';
import { ADMIN_KEY } from '#lib/admin-key.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

type Archivable = { name: string; archivedAt?: string | null | undefined };

const isArchived = ({ archivedAt }: Archivable): boolean =>
  typeof archivedAt === 'string' && archivedAt !== '';

export function ArchivedBadge({ subject }: { subject: Archivable }) {
  return isArchived(subject) ? <Badge>Archived</Badge> : null;
}

export function ArchiveButton({ subject, onClick }: { subject: Archivable; onClick: () => void }) {
  const archived = isArchived(subject);
  return (
    <IconButton
      label={`${archived ? 'Unarchive' : 'Archive'} ${subject.name}`}
      icon={archived ? <ArchiveRestore /> : <Archive />}
      onClick={onClick}
    />
  );
}

type Props = {
  subject: Archivable;
  /** The effects of archiving and of unarchiving, for the dialog. */
  consequences: { archive: string; unarchive: string };
  /** Archives the subject, or unarchives it. */
  send: (archived: boolean) => Promise<unknown>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Archives an organization or a workspace after a confirmation, or unarchives it. */
export function ArchiveDialog({ subject, consequences, send, open, onOpenChange }: Props) {
  const client = useQueryClient();
  const archives = !isArchived(subject);
  const verb = archives ? 'Archive' : 'Unarchive';
  const change = useMutation({
    mutationFn: () => send(archives),
    onSuccess: () => {
      onOpenChange(false);
      toast.success(`${subject.name} was ${archives ? 'archived' : 'unarchived'}`);
      void client.invalidateQueries({ queryKey: [ADMIN_KEY] });
      void client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${verb} ${subject.name}?`}
      description={archives ? consequences.archive : consequences.unarchive}
      confirmLabel={verb}
      loading={change.isPending}
      error={
        change.error === null
          ? undefined
          : failureMessage(change.error, `Failed to ${verb.toLowerCase()} ${subject.name}`)
      }
      onConfirm={() => change.mutate()}
    />
  );
}
