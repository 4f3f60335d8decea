import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, Merge, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { lazyDialog } from '#ui/overlays/lazy-dialog.tsx';
import { changePeople, type PeopleChange } from './change-people.ts';
import { contactName } from './contact-name.ts';
import type { OtherPerson } from './merge-dialog.tsx';
import type { Contact } from './read-people.ts';

const MergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog);

type Props = {
  contact: Contact;
  /** The account with the people that it can be merged with. */
  accountId: string;
};

/** The actions of a member on a person: hide or show them, or merge them with another. */
export function PersonMenu({ contact, accountId }: Props) {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const [isMerging, setIsMerging] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (change: PeopleChange) => changePeople(client, change),
  });
  const name = contactName(contact);
  const params = { workspaceId, personId: contact.id };
  const isHidden = contact.hidden !== null;
  const setHidden = (hidden: boolean | null) =>
    apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/people/{personId}/visibility', {
      params,
      body: { isHidden: hidden },
    });
  const merge = (other: OtherPerson) => {
    const [address, ...more] = other.addresses;
    mutate({
      run: () =>
        apiRequestOrThrow('POST /api/workspaces/{workspaceId}/people/{personId}/merge', {
          params,
          body: { otherId: other.id },
        }),
      done: `${contactName(other)} is now ${name}`,
      failed: `Failed to merge with ${name}`,
      // Several addresses are separated one by one on the person's page.
      undo:
        address === undefined || more.length > 0
          ? undefined
          : () =>
              apiRequestOrThrow('POST /api/workspaces/{workspaceId}/people/{personId}/separate', {
                params,
                body: { address },
              }),
    });
  };
  if (contact.hidden === 'colleague') return null;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger>
          <Button
            variant="bare"
            size="small"
            shape="square"
            aria-label={`Actions for ${name}`}
            // Not disabled meanwhile: the menu gives the focus back to it.
            aria-busy={isPending}
          >
            <MoreHorizontal aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" aria-label={`Actions for ${name}`}>
          {isHidden ? null : (
            <DropdownMenuItem
              icon={<Merge aria-hidden />}
              onSelect={() => {
                setHasOpened(true);
                setIsMerging(true);
              }}
            >
              Merge with Another Person...
            </DropdownMenuItem>
          )}
          <DropdownMenuItem
            icon={isHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
            onSelect={() =>
              mutate({
                run: () => setHidden(!isHidden),
                done: isHidden ? `${name} is shown again` : `${name} is hidden`,
                failed: `Failed to ${isHidden ? 'show' : 'hide'} ${name}`,
                undo: () => setHidden(decisionOf(contact)),
              })
            }
          >
            {isHidden ? 'Show Among People' : 'Hide'}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {hasOpened ? (
        <MergeDialog
          contact={contact}
          accountId={accountId}
          open={isMerging}
          onOpenChange={setIsMerging}
          onChoose={merge}
        />
      ) : null}
    </>
  );
}

/** The earlier decision of a member, or null if the rule decided. */
function decisionOf({ hidden, hiddenBy }: Contact): boolean | null {
  if (hidden === 'by-hand') return true;
  return hiddenBy === '' ? null : false;
}
