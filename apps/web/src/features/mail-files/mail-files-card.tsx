import type { MailFile } from '@repo/contract/mail-files';
import { nounFor } from '@repo/domain/text/plural';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useSyncExternalStore } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { countOf } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';
import { useSend } from '#lib/session/use-send.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { describeState } from './describe-file.ts';
import { FileEntry } from './file-entry.tsx';
import { readUpload, sendFile, subscribeToUpload } from './uploader.ts';

/** While the server reads a file; milliseconds. */
const REFRESH_INTERVAL_MS = 1_500;

/** The files with emails that the user uploaded. */
const mailFilesQuery = queryOptions({
  queryKey: ['mail-files'],
  queryFn: async ({ signal }) => {
    const data = await apiRequestOrThrow('GET /api/mail-files', { signal });
    const files = readList(data.files, 'uploaded files', ({ id }) => id !== '', {
      id: 'id',
      name: 'text',
    });
    return { files, withheldMeetings: countOf(data.withheldMeetings) ?? 0 };
  },
  refetchInterval: ({ state }) =>
    state.data?.files.some(isBeingRead) ? REFRESH_INTERVAL_MS : false,
});

const isBeingRead = ({ state }: MailFile): boolean => state === 'checking' || state === 'importing';

/** Imports emails and meetings from files: uploads a file, shows its contents, and imports it. */
export function MailFilesCard() {
  const client = useQueryClient();
  const send = useSend();
  const input = useRef<HTMLInputElement>(null);
  const { data } = useQuery(mailFilesQuery);
  const upload = useSyncExternalStore(subscribeToUpload, readUpload);
  const refresh = () => client.invalidateQueries({ queryKey: mailFilesQuery.queryKey });
  // Optional: if it cannot be loaded, the page is shown without it.
  if (data === undefined) return null;
  const { files, withheldMeetings } = data;
  const pending = files.find(({ state }) => state !== 'finished' && state !== 'failed');
  const choose = () => input.current?.click();

  async function sendChosen(content: File) {
    const stored = pending?.state === 'uploading' ? pending : undefined;
    if (stored !== undefined && (stored.name !== content.name || stored.size !== content.size)) {
      toast.error(`Choose “${stored.name}” again to continue, or cancel it first`);
      return;
    }
    let file = stored;
    if (file === undefined) {
      const body = { name: content.name, size: content.size };
      const { data, error } = await send('POST /api/mail-files', { body });
      if (error) {
        toast.error(failureMessage(error, 'The upload did not begin'));
        return;
      }
      file = data.file;
    }
    const sending = sendFile(content, file);
    await refresh();
    await sending;
    await refresh();
  }

  return (
    <Card
      title="Import Emails from a File"
      description="For mail and calendars that you can't connect: upload an mbox file, a Takeout or Maildir archive (zip, tgz), a calendar (.ics), or a single email (.eml) of up to 10 GB. You see what is in it before anything is imported."
      footer={
        <Button
          size="small"
          onClick={choose}
          {...(pending !== undefined && { disabledReason: `“${pending.name}” is not finished` })}
        >
          Choose File
        </Button>
      }
    >
      {withheldMeetings === 0 ? undefined : (
        <p className="text-body text-muted">
          Only you see {withheldMeetings} {nounFor(withheldMeetings, 'meeting')} that you imported
          earlier, because the server did not store whether they are private. To share them, import
          their files again.
        </p>
      )}
      {files.length === 0 ? undefined : (
        <ul aria-label="Uploaded files" className="flex flex-col">
          {files.map((file) => (
            <FileEntry
              key={file.id}
              file={file}
              upload={upload?.fileId === file.id ? upload : undefined}
              onContinue={choose}
              onChanged={refresh}
            />
          ))}
        </ul>
      )}
      <output className="sr-only">{newsOf(files[0], upload !== undefined)}</output>
      <input
        ref={input}
        type="file"
        aria-label="File with emails"
        className="hidden"
        onChange={({ target }) => {
          const [content] = target.files ?? [];
          // So that the same file can be chosen again.
          target.value = '';
          if (content !== undefined) void sendChosen(content);
        }}
      />
    </Card>
  );
}

/**
 * The announcement for screen readers: each state once, without the figures that change all the
 * time.
 */
function newsOf(latest: MailFile | undefined, isSending: boolean): string {
  if (latest === undefined) return '';
  if (latest.state === 'uploading') return isSending ? `Uploading ${latest.name}` : '';
  if (latest.state === 'importing') return `Importing ${latest.name}`;
  return `${latest.name}: ${describeState(latest, undefined)}`;
}
