import type { MailFile } from '@repo/contract/mail-files';
import { useMutation } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { plural } from '@repo/domain/text/plural';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { countItems, describeContents, describeState, othersOf } from './describe-file.ts';
import { stopUpload, type Upload } from './uploader.ts';

/** Domains that are listed before it is imported; the rest are counted. */
const LISTED_DOMAINS = 6;

type Props = {
  file: MailFile;
  /** Absent when this page does not send it. */
  upload: Upload | undefined;
  /** Requests the file again; `sendFile` (uploader.ts) sends the missing parts. */
  onContinue: () => void;
  onChanged: () => Promise<void>;
};

/** An uploaded file: its state, its contents, and its actions. */
export function FileEntry({ file, upload, onContinue, onChanged }: Props) {
  const params = { id: file.id };
  const start = useMutation({
    mutationFn: () => apiRequestOrThrow('POST /api/mail-files/{id}/import', { params }),
    onError: (error) => toast.error(failureMessage(error, 'The file was not imported')),
    onSettled: onChanged,
  });
  const remove = useMutation({
    mutationFn: async () => {
      if (upload !== undefined) stopUpload();
      await apiRequestOrThrow('DELETE /api/mail-files/{id}', { params });
    },
    onError: (error) => toast.error(failureMessage(error, 'The file was not removed')),
    onSettled: onChanged,
  });
  const isOver = file.state === 'finished' || file.state === 'failed';
  const isInterrupted = file.state === 'uploading' && upload === undefined;
  const isOnlyButton = file.state !== 'ready' && !isInterrupted;
  const message = upload?.error ?? file.message;
  return (
    <li className="flex flex-col gap-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 text-grid">
        <span className="min-w-0 font-medium break-all">{file.name}</span>
        <span className="text-muted tabular-nums">{describeState(file, upload)}</span>
      </div>
      {isOver || file.state === 'ready' ? null : (
        <ProgressBar label={`Progress of ${file.name}`} value={progressOf(file, upload)} />
      )}
      {message === undefined ? null : (
        <p className={`text-grid ${file.state === 'failed' ? 'text-danger-ink' : ''}`}>{message}</p>
      )}
      {file.state === 'ready' ? <Preview file={file} /> : null}
      <Problems file={file} />
      <div className="flex flex-wrap gap-2">
        {file.state === 'ready' ? (
          <Button
            size="small"
            variant={file.concerned > 0 ? 'primary' : undefined}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {file.concerned > 0 ? `Import ${countItems(file, file.concerned)}` : 'Import'}
          </Button>
        ) : null}
        {isInterrupted ? (
          <Button size="small" variant="primary" onClick={onContinue}>
            Continue Upload
          </Button>
        ) : null}
        <Button
          size="small"
          variant="bare"
          className={isOnlyButton ? '-ml-2' : undefined}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
          aria-label={`${isOver ? 'Remove' : 'Cancel'} ${file.name}`}
        >
          {isOver ? 'Remove' : 'Cancel'}
        </Button>
      </div>
    </li>
  );
}

function progressOf({ state, size, received, fraction }: MailFile, upload: Upload | undefined) {
  if (state === 'uploading') return ((upload?.received ?? received) / size) * 100;
  return fraction * 100;
}

function Preview({ file }: { file: MailFile }) {
  const { domains, domainCount, concerned, meetings = 0 } = file;
  const listed = domains.slice(0, LISTED_DOMAINS);
  return (
    <div className="flex flex-col gap-2 text-grid">
      <p>{describeContents(file)}</p>
      {listed.length === 0 ? null : (
        <dl className="flex max-w-reading flex-col gap-1">
          {listed.map(({ domain, emails }) => (
            <div key={domain} className="flex justify-between gap-4">
              <dt className="min-w-0 break-all">{domain}</dt>
              <dd className="shrink-0 text-muted tabular-nums">{countItems(file, emails)}</dd>
            </div>
          ))}
        </dl>
      )}
      {domainCount > listed.length ? (
        <p className="text-muted">{`And ${plural(domainCount - listed.length, 'more domain')}.`}</p>
      ) : null}
      <p className="text-muted">
        {concerned > 0
          ? `${othersOf(file)} of other domains are not stored. To import a domain that you track later, upload the file again.`
          : 'Track the domains that you want to follow, then import. The file is kept for a day.'}
      </p>
      {meetings > 0 ? (
        <p className="text-muted">
          A file removes nothing: meetings that you imported before stay, even if this file no
          longer contains them or they are cancelled in it.
        </p>
      ) : null}
    </div>
  );
}

function Problems({ file }: { file: MailFile }) {
  const { problems, unreadable, name } = file;
  if (problems.length === 0) return null;
  const isMore = unreadable > problems.length;
  return (
    <details className="text-grid">
      <summary className="cursor-pointer text-warning-ink">
        {`${countItems(file, unreadable)} could not be read`}
      </summary>
      <ul aria-label={`Not readable in ${name}`} className="mt-1 flex flex-col gap-1">
        {problems.map((problem) => (
          <li key={problem.name} className="break-words">
            <span className="font-medium">{problem.name}</span>
            <span className="text-muted">{` – ${problem.reason}`}</span>
          </li>
        ))}
      </ul>
      {isMore ? (
        <p className="mt-1 text-muted">{`The first ${problems.length} are listed.`}</p>
      ) : null}
    </details>
  );
}
