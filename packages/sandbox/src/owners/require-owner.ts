import type { SandboxRequest } from '../http/exchange.ts';
import { controlError } from '../http/exchange.ts';
import type { Owner, OwnerStore } from './owner-store.ts';

/** The user whom a control path names. */
export function requireOwner(owners: OwnerStore, { params }: SandboxRequest): Owner {
  const owner = owners.byAddress(params['address'] ?? '');
  if (owner === undefined) {
    throw controlError(404, `The sandbox has no mailbox of ${params['address']}.`);
  }
  return owner;
}
