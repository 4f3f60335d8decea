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
      </div>
    </Card>
  );
}
