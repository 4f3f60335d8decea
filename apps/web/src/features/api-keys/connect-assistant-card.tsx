import { allowsAssistant } from '@repo/domain/sharing/assistant-readers';
import { useQuery } from '@tanstack/react-query';
import { workspaceAssistants } from '#lib/workspaces/workspace-assistants.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { CopyField } from '#ui/forms/copy-field.tsx';
import { Card } from '#ui/layout/card.tsx';

/** How an assistant is connected with a key: the address of this server, and the command for one of them. */
export function ConnectAssistantCard() {
  const address = `${window.location.origin}/mcp`;
  const command = `claude mcp add --transport http account-tracker ${address} --header "Authorization: Bearer $KEY"`;
  return (
    <Card
      title="Connect an Assistant"
      description="Claude, Cursor, Codex and others can look up who knows a company and when you last spoke. They only read."
    >
      <div className="flex flex-col gap-3">
        <CopyField
          label="Address"
          value={address}
          hint="Send your key in the header “Authorization: Bearer atk_…”."
        />
        <CopyField label="Command for Claude Code" value={command} />
        <p className="text-grid text-muted">
          The scopes workspaces:read, accounts:read, people:read and activities:read are enough for
          most questions. With texts:read the texts of your emails go to the company that runs the
          assistant.
        </p>
        <RefusingWorkspaces />
      </div>
    </Card>
  );
}

/** Names that a sentence lists; of more workspaces it gives the number. */
const MAX_NAMES = 5;

/** The workspaces of the user that refuse their assistant. */
function RefusingWorkspaces() {
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const names = workspaces.flatMap((one) => {
    const chosen = workspaceAssistants(one);
    return chosen === undefined || allowsAssistant(chosen, one.role) ? [] : [one.name];
  });
  if (names.length === 0) return null;
  const listed =
    names.length > MAX_NAMES
      ? `${names.length} of your workspaces`
      : new Intl.ListFormat('en').format(names);
  return (
    <p className="text-grid text-muted">
      Your assistant cannot read {listed}. Owners decide this in Workspace Settings.
    </p>
  );
}
