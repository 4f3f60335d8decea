import { useQuery } from '@tanstack/react-query';
import { ExternalLink, EyeOff, Link2, Mail, PanelRightOpen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { activityQuery } from '#lib/activities/activity-query.ts';
import { DropdownMenuItem, DropdownMenuSeparator } from '#ui/overlays/dropdown-menu.tsx';
import { MenuAt } from '#ui/overlays/menu-at.tsx';
import { activityLink, copyActivityLink } from './activity-link.ts';
import { copiesOf } from './copies-of.ts';
import { KeepPrivateDialog } from './keep-private-dialog.tsx';
import { readActivity } from './read-activity.ts';

export type ActivityMenuProps = {
  activityId: string;
  point: { x: number; y: number };
  onOpen: () => void;
  /** The reader's copies have left the workspace. */
  onKept: () => void;
};

/** The actions on an activity of the feed. Actions that need its details appear once they have arrived. */
export function ActivityMenu({ activityId, point, onOpen, onKept }: ActivityMenuProps) {
  const { data } = useQuery(activityQuery(activityId));
  const activity = useMemo(() => data && readActivity(data), [data]);
  const [isAsking, setIsAsking] = useState(false);
  const { isOwn, isOfOthers, addresses } = copiesOf(activity);
  const original =
    activity?.original ?? activity?.messages.findLast((one) => one.original)?.original;
  return (
    <>
      <MenuAt label="Actions for this activity" point={point}>
        <DropdownMenuItem icon={<PanelRightOpen aria-hidden />} onSelect={onOpen}>
          Open
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href={activityLink(activityId)} target="_blank" rel="noopener">
            <ExternalLink aria-hidden />
            Open in New Tab
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem
          icon={<Link2 aria-hidden />}
          onSelect={() => void copyActivityLink(activityId)}
        >
          Copy Link
        </DropdownMenuItem>
        {original === undefined ? null : (
          <DropdownMenuItem asChild>
            <a href={original.url} target="_blank" rel="noopener noreferrer">
              <Mail aria-hidden />
              {original.label}
            </a>
          </DropdownMenuItem>
        )}
        {isOwn ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem icon={<EyeOff aria-hidden />} onSelect={() => setIsAsking(true)}>
              Keep Private...
            </DropdownMenuItem>
          </>
        ) : null}
      </MenuAt>
      <KeepPrivateDialog
        activityId={activityId}
        isOfOthers={isOfOthers}
        addresses={addresses}
        open={isAsking}
        onOpenChange={setIsAsking}
        onKept={onKept}
      />
    </>
  );
}
