import type { EndpointResponse } from '@repo/contract/endpoints';
import { plural } from '@repo/domain/text/plural';

type SharedAgain =
  EndpointResponse<'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore'>['sharedAgain'];

/** Describes the shares that begin again with a restored or merged account; undefined for none. */
export function sharedAgainText(sharedAgain: SharedAgain): string | undefined {
  if (sharedAgain === undefined || sharedAgain.members === 0) return undefined;
  const { members, domains } = sharedAgain;
  return members === 1
    ? `One member shares ${plural(domains, 'domain')} with it again and is told by email.`
    : `${plural(members, 'member')} share ${plural(domains, 'domain')} with it again and are told by email.`;
}
