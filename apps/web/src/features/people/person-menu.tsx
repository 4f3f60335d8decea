import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, Merge, MoreHorizontal } from 'lucide-react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { contactName } from './contact-name.ts';
import { type Contact, refreshPeople } from './people-query.ts';

type Props = { contact: Contact; others: readonly Contact[] };

/** What a member can change about a person: hide or show them, or merge them with another. */
export function PersonMenu({ contact, others }: Props) {
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const name = contactName(contact);
  const params = { workspaceId, personId: contact.id };
  const isHidden = contact.hidden !== null;
  const visibility = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/people/{personId}/visibility', {
        params,
        body: { isHidden: !isHidden },
      }),
    onSuccess: async () => {
      await refreshPeople(client);
      toast.success(isHidden ? `${name} is shown again` : `${name} is hidden`);
    },
    onError: (error) => fail(error, `Failed to ${isHidden ? 'show' : 'hide'} ${name}`),
  });
  const merge = useMutation({
    mutationFn: (other: Contact) =>
      apiRequestOrThrow('POST /api/workspaces/{workspaceId}/people/{personId}/merge', {
        params,
        body: { otherId: other.id },
      }),
    onSuccess: async (_, other) => {
      await refreshPeople(client);
      toast.success(`${contactName(other)} is now ${name}`);
    },
    onError: (error) => fail(error, `Failed to merge with ${name}`),
  });
  if (contact.hidden === 'colleague') return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button
          variant="bare"
          size="small"
          shape="square"
          aria-label={`Actions for ${name}`}
          loading={visibility.isPending || merge.isPending}
        >
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {isHidden || others.length === 0 ? null : (
          <DropdownMenuSub>
            <DropdownMenuSubTrigger icon={<Merge aria-hidden />}>
              Is the same person as
            </DropdownMenuSubTrigger>
            <DropdownMenuSubContent className="max-h-80 overflow-y-auto">
              {others.map((other) => (
                <DropdownMenuItem key={other.id} onSelect={() => merge.mutate(other)}>
                  {contactName(other)}
                </DropdownMenuItem>
              ))}
            </DropdownMenuSubContent>
          </DropdownMenuSub>
        )}
        <DropdownMenuItem
          icon={isHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
          onSelect={() => visibility.mutate()}
        >
          {isHidden ? 'Show among people' : 'Hide'}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const fail = (error: Error, title: string) =>
  toast.error(title, { description: failureMessage(error, 'Please try again.') });
