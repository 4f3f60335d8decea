import type { PlannedShare } from '@repo/contract/shares';
import { limits } from '@repo/contract/page-limits';
import { plural } from '@repo/domain/text/plural';
import { TextInput } from '#ui/forms/text-input.tsx';

/** The most names that are editable; the other accounts get the suggested names. */
const MAX_LISTED = 200;

type Props = {
  plan: readonly PlannedShare[];
  /** The number of domains beyond what one step can share. */
  unplanned: number;
  workspaceId: string;
  workspaceName: string;
  /** Names that were typed, by domain id. */
  names: Readonly<Record<string, string>>;
  disabled: boolean;
  onRename: (domainId: string, name: string) => void;
};

/** The domains that would be shared, and the names of their accounts. */
export function PlannedShares({
  plan,
  unplanned,
  workspaceId,
  workspaceName,
  names,
  disabled,
  onRename,
}: Props) {
  const open = plan.filter(({ sharedWith }) => sharedWith === null);
  const listed = open.slice(0, MAX_LISTED);
  const here = plan.filter(({ sharedWith }) => sharedWith?.id === workspaceId).length;
  const elsewhere = plan.length - open.length - here;
  const created = open.filter(({ account }) => account === null).length;
  return (
    <>
      <p className="text-grid text-muted">
        {open.length === 0
          ? `There is nothing left to share with ${workspaceName}.`
          : created === 0
            ? `${workspaceName} has accounts for all of them.`
            : `${plural(created, 'account')} will be created in ${workspaceName}. You can change the names.`}
      </p>
      {listed.length === 0 ? null : (
        <ul
          aria-label="Companies to share"
          className="max-h-domain-list divide-y divide-line overflow-y-auto rounded-md border border-line"
        >
          {listed.map(({ domainId, domain, account, suggestedName }) => (
            <li key={domainId} className="flex items-center gap-3 px-3 py-1.5 max-sm:flex-wrap">
              <span className="min-w-0 flex-1 truncate text-grid font-medium max-sm:basis-full">
                {domain}
              </span>
              {account === null ? (
                // An input is as wide as its container.
                <span className="w-56 shrink-0 max-sm:w-full">
                  <TextInput
                    size="small"
                    aria-label={`Account name for ${domain}`}
                    value={names[domainId] ?? suggestedName}
                    maxLength={limits.nameLength}
                    disabled={disabled}
                    required
                    onChange={({ target }) => onRename(domainId, target.value)}
                  />
                </span>
              ) : (
                <span className="w-56 truncate px-2 text-grid text-muted max-sm:w-full max-sm:px-0">
                  {`Joins ${account.name}`}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {notes({
        hidden: open.length - listed.length,
        here,
        elsewhere,
        unplanned,
        workspaceName,
      }).map((note) => (
        <p key={note} className="text-grid text-muted">
          {note}
        </p>
      ))}
    </>
  );
}

type Counts = {
  hidden: number;
  here: number;
  elsewhere: number;
  unplanned: number;
  workspaceName: string;
};

function notes({ hidden, here, elsewhere, unplanned, workspaceName }: Counts): string[] {
  return [
    hidden > 0 && `${plural(hidden, 'more company is', 'more companies are')} shared as well.`,
    here > 0 &&
      `${plural(here, 'company is', 'companies are')} shared with ${workspaceName} already.`,
    elsewhere > 0 &&
      `${plural(elsewhere, 'company is', 'companies are')} shared with another workspace and will stay there.`,
    unplanned > 0 && `${plural(unplanned, 'company', 'companies')} can be shared in a next step.`,
  ].filter((note) => note !== false);
}
