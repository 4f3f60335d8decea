import type { ApiKey } from '@repo/contract/api-keys';
import { businessDayOf } from '@repo/domain/time/business-day';
import { formatWholeDay } from '#lib/time/business-time.ts';
import { ownTimeZone } from '#lib/time/own-time-zone.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';
import { keyState } from './key-state.ts';

type Props = {
  apiKey: ApiKey;
  /** Absent for a key that has ended. */
  onRevoke?: () => void;
};

/** A key: its name and prefix, its scopes, its end, and its last use. */
export function KeyRow({ apiKey, onRevoke }: Props) {
  const state = keyState(apiKey, useNow());
  const { name, start, scopes, createdAt, expiresAt, revokedAt } = apiKey;
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          <code className="text-grid font-normal text-muted">{`${start}…`}</code>
          {state === 'expired' ? <Badge>Expired</Badge> : null}
          {state === 'revoked' ? <Badge>Revoked</Badge> : null}
        </p>
        <ul aria-label={`Scopes of ${name}`} className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <li key={scope}>
              <Badge kind={scope === 'texts:read' ? 'warning' : 'neutral'}>{scope}</Badge>
            </li>
          ))}
        </ul>
        <p className="text-grid break-words text-muted">
          {'Created '}
          <RelativeTime value={createdAt} />
          {state === 'revoked' ? (
            <>
              {' · Revoked '}
              <RelativeTime value={revokedAt} />
            </>
          ) : (
            <>
              {state === 'expired' ? ' · Expired ' : ' · Expires '}
              <Day value={expiresAt} />
            </>
          )}
        </p>
        <LastUse apiKey={apiKey} />
      </div>
      {onRevoke === undefined ? null : (
        <Button size="small" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  );
}

/** 'Nov 18, 2026': "in 2 months" would leave a month open. */
function Day({ value }: { value: string }) {
  const time = readInstant(value);
  if (time === undefined) return <span>–</span>;
  const day = businessDayOf(time, ownTimeZone());
  return (
    <Tooltip content={formatExactTime(time)}>
      <time dateTime={time.toISOString()}>{formatWholeDay(day)}</time>
    </Tooltip>
  );
}

function LastUse({ apiKey: { lastUsedAt, lastUsedFrom } }: { apiKey: ApiKey }) {
  if (!lastUsedAt) return <p className="text-grid text-muted">Never used</p>;
  return (
    <p className="text-grid break-words text-muted">
      {'Last used '}
      <RelativeTime value={lastUsedAt} />
      {lastUsedFrom ? ` from ${lastUsedFrom}` : null}
    </p>
  );
}
