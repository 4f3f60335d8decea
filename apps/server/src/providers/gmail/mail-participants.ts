import { type Address, addressParser } from 'postal-mime';
import type { ActivityToCapture } from '../../modules/integrations/provider.ts';

type Participants = ActivityToCapture['participants'];

/** The addresses of a mail by its headers, groups taken apart; what is no address is left out. */
export function mailParticipants(headers: {
  from: readonly Address[];
  to: readonly Address[];
  cc: readonly Address[];
  bcc: readonly Address[];
}): Participants {
  return [
    ...inRole('from', headers.from),
    ...inRole('to', headers.to),
    ...inRole('cc', headers.cc),
    ...inRole('other', headers.bcc),
  ];
}

/** The addresses of one header's text. */
export const parseAddresses = (text: string): Address[] => addressParser(text, { flatten: true });

function inRole(role: Participants[number]['role'], addresses: readonly Address[]): Participants {
  const mailboxes = addresses.flatMap((one) => one.group ?? [one]);
  const seen = new Set<string>();
  return mailboxes.flatMap(({ name, address = '' }) => {
    const email = address.trim().toLowerCase();
    if (!email.includes('@') || seen.has(email)) return [];
    seen.add(email);
    // Some programs put the address where the name belongs.
    return [{ name: name.trim().toLowerCase() === email ? '' : name.trim(), email, role }];
  });
}
