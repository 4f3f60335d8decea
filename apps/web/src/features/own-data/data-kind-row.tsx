import { limits } from '@repo/contract/page-limits';
import type { OwnDataKind } from '@repo/contract/own-data';
import { plural } from '@repo/domain/text/plural';

/** A kind of data: how much of it there is, what for, for how long, and who sees it. */
export function DataKindRow({
  kind: { title, whatFor, kept, seenBy, count },
}: {
  kind: OwnDataKind;
}) {
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 flex-1 basis-48 font-medium break-words">{title}</span>
        {count === null ? null : (
          <span className="text-grid text-muted tabular-nums">{countText(count)}</span>
        )}
      </p>
      <dl className="grid grid-cols-[5.5rem_1fr] gap-x-3 gap-y-0.5 text-grid">
        <Fact name="What for">{whatFor}</Fact>
        <Fact name="Kept">{kept}</Fact>
        <Fact name="Seen by">{seenByText(seenBy)}</Fact>
      </dl>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  if (children === '') return null;
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

function countText({ number, unit: { one, many } }: NonNullable<OwnDataKind['count']>): string {
  const counted = plural(number, one, many);
  return number >= limits.ownDataCounted ? `${counted} or more` : counted;
}

function seenByText({ user, others }: OwnDataKind['seenBy']): string {
  if (!user) return others ?? 'The server alone';
  return others === null ? 'You alone' : `You. ${others}`;
}
