import type { ProviderKind } from '@repo/contract/providers';
import { Banner } from '#ui/feedback/banner.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { domainOf, type FoundServer, type ServerSearch } from './use-found-server.ts';

type Props = {
  search: ServerSearch;
  kind: ProviderKind;
  address: string;
  /** The settings are entered in fields below. */
  isManual: boolean;
  /** The user chooses to enter the settings by hand. */
  onChange: () => void;
};

/** Shows the server that was found for an address, before the password is sent to it. */
export function ServerStatus({ search, kind, address, isManual, onChange }: Props) {
  if (search.state === 'idle' || isManual) return null;
  const isCalendar = kind === 'calendar';
  if (search.state === 'searching') {
    return (
      <output className="flex items-center gap-2 text-grid text-muted">
        <Spinner className="size-icon-small" />
        {`Looking for the ${isCalendar ? 'calendar' : 'mail'} server...`}
      </output>
    );
  }
  const { found } = search;
  if (found === null) {
    return (
      <Banner kind="info">
        {`No settings were found for ${domainOf(address)}. Enter the server that your ${isCalendar ? 'calendar' : 'email'} provider names.`}
      </Banner>
    );
  }
  const enter = (
    <Button size="xsmall" onClick={onChange}>
      {found.server === undefined ? 'Enter Server' : 'Change'}
    </Button>
  );
  return found.server === undefined ? (
    <Banner kind="warning" action={enter}>
      {found.help ??
        `This ${isCalendar ? 'calendar' : 'mailbox'} cannot be connected with a password.`}
    </Banner>
  ) : (
    <Banner kind="success" action={enter}>
      <span className="block font-medium">Settings found</span>
      <span className="break-words">{describe(found.server, isCalendar)}</span>
    </Banner>
  );
}

const describe = (
  { host, port, security }: NonNullable<FoundServer['server']>,
  isCalendar: boolean,
): string => {
  const protection = security === 'tls' ? 'TLS' : 'STARTTLS';
  return `${host}, port ${port}, ${isCalendar ? 'HTTPS' : protection}`;
};
