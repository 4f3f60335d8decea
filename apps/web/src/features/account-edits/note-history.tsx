import type { NoteVersion } from '@repo/contract/account-changes';
import { limits } from '@repo/contract/page-limits';
import { useQuery } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Dialog, DialogBody } from '#ui/overlays/dialog.tsx';

type Props = {
  account: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Restores an earlier note; `present` is the note that it replaces. */
  onRestore: (note: string, present: string) => void;
};

/** The earlier versions of an account's note, with author and time. */
export function NoteHistory({ account, open, onOpenChange, onRestore }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`History of the note on ${account.name}`}
      description={`Everyone in this workspace sees the last ${limits.noteVersions} versions.`}
    >
      <DialogBody>
        <Versions
          accountId={account.id}
          onRestore={(note, present) => {
            onOpenChange(false);
            onRestore(note, present);
          }}
        />
      </DialogBody>
    </Dialog>
  );
}

function Versions({ accountId, onRestore }: { accountId: string } & Pick<Props, 'onRestore'>) {
  const { data, error, refetch, isFetching } = useQuery({
    // Part of the account: it is read again when the account is.
    queryKey: ['account', accountId, 'note-versions'],
    queryFn: async ({ signal }) => {
      const { versions } = await apiRequestOrThrow('GET /api/accounts/{accountId}/note-versions', {
        params: { accountId },
        signal,
      });
      if (!Array.isArray(versions)) throw new Error('The response contains no versions.');
      return readList(versions, 'versions of a note', undefined, { note: 'text' });
    },
  });
  if (data === undefined && error !== null) {
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        {failureMessage(error, 'Failed to fetch the history of the note')}
      </FailureBanner>
    );
  }
  if (data === undefined) return <Skeleton className="h-24" />;
  const [present] = data;
  if (present === undefined) return <p className="text-faint">No notes yet</p>;
  return (
    <ol className="flex flex-col divide-y divide-line">
      {data.map((version) => (
        <Version
          key={version.version}
          version={version}
          isPresent={version === present}
          onRestore={() => onRestore(version.note, present.note)}
        />
      ))}
    </ol>
  );
}

type VersionProps = { version: NoteVersion; isPresent: boolean; onRestore: () => void };

function Version({ version, isPresent, onRestore }: VersionProps) {
  const { note, writtenBy, writtenAt } = version;
  const author = writtenBy ? writtenBy.name || writtenBy.email : 'Author unknown';
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex min-h-7 items-center gap-2 text-grid text-muted">
        <span className="min-w-0 flex-1 truncate">
          <span dir="auto">{author}</span>
          {writtenAt === null ? null : (
            <>
              {', '}
              <RelativeTime value={writtenAt} />
            </>
          )}
        </span>
        {isPresent ? (
          'Current'
        ) : (
          <Button size="small" aria-label={`Restore the note by ${author}`} onClick={onRestore}>
            Restore
          </Button>
        )}
      </div>
      {note === '' ? (
        <p className="text-faint">No note</p>
      ) : (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {note}
        </p>
      )}
    </li>
  );
}
