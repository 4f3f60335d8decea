import { participantName } from '@repo/domain/activities/participant-label';
import { use } from 'react';
import { Link } from 'react-router';
import { HoverCard } from '#ui/overlays/hover-card.tsx';
import { lazyCard } from './lazy-card.tsx';
import { WorkspaceContext } from '../workspaces/workspace-context.ts';
import { workspacePath } from '../workspaces/workspace-path.ts';
import { useName } from './names.tsx';

const PersonCard = lazyCard(async () => (await import('./person-card.tsx')).PersonCard);

type PersonNameProps = { person: { name: string; email: string }; className?: string };

/**
 * The name of a participant. A person of the workspace's accounts is a link to their page, and has a card on hover
 * and focus, as a colleague has; anyone else is text.
 */
export function PersonName({ person, className }: PersonNameProps) {
  const workspace = use(WorkspaceContext);
  const found = useName(person.email);
  const name = participantName({ ...person, name: person.name.trim() || found?.name });
  if (found === undefined || workspace === undefined) {
    return (
      <span dir="auto" title={person.email || undefined} className={className}>
        {name}
      </span>
    );
  }
  const { personId, address } = found;
  const card = (
    <PersonCard workspaceId={workspace.id} name={name} address={address} personId={personId} />
  );
  return (
    <HoverCard content={card}>
      {personId === null ? (
        <span dir="auto" className={className}>
          {name}
        </span>
      ) : (
        <Link
          to={workspacePath(workspace, `people/${encodeURIComponent(personId)}`)}
          dir="auto"
          className={`underline-offset-2 hover:underline ${className ?? ''}`}
        >
          {name}
        </Link>
      )}
    </HoverCard>
  );
}
