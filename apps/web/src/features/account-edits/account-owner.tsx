import { useState } from 'react';
import { ChooseMember } from '#lib/members/choose-member.tsx';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { useEditInPlace } from '#ui/forms/use-edit-in-place.ts';
import { PanelSection } from '#ui/layout/panel-section.tsx';
import { useChangeOwner } from './use-change-owner.ts';

export type OwnedAccount = {
  id: string;
  name: string;
  owner: { id: string; name: string; email: string } | undefined;
  note: string;
};

/** The member who is responsible for an account; a click, or F2 in the part, chooses another. */
export function AccountOwner({ account }: { account: OwnedAccount }) {
  const { isEditing, trigger, begin, onTextClick, onKeyDown, close } =
    useEditInPlace<HTMLButtonElement>();
  const { id: workspaceId } = useWorkspace();
  const change = useChangeOwner();
  // The owner that the choice began with: someone else may change it meanwhile.
  const [from, setFrom] = useState(account.owner);
  if (!isEditing && from !== account.owner) setFrom(account.owner);
  const name = nameOf(account.owner);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown}>
      <PanelSection
        title="Owner"
        action={
          <Button
            ref={trigger}
            size="small"
            variant="bare"
            aria-label="Change owner"
            aria-keyshortcuts="F2"
            onClick={begin}
          >
            Change
          </Button>
        }
      >
        {/* By keyboard it is changed with the button beside the title. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <p
          onClick={onTextClick}
          className="flex cursor-pointer items-center gap-2.5 hoverable:bg-hover"
        >
          {name === undefined ? (
            <span className="text-faint">No one</span>
          ) : (
            <>
              <Avatar name={name} size="large" />
              <span dir="auto" className="min-w-0 truncate">
                {name}
              </span>
            </>
          )}
        </p>
        <ChooseMember
          workspaceId={workspaceId}
          label={`Owner of ${account.name}`}
          open={isEditing}
          onOpenChange={(open) => open || close(false)}
          hasNoOne={account.owner !== undefined}
          onChoose={(to) =>
            change({ account, to, from: from && { userId: from.id, name: nameOf(from) ?? '' } })
          }
        />
      </PanelSection>
    </div>
  );
}

const nameOf = (owner: OwnedAccount['owner']) => owner && (owner.name || owner.email);
