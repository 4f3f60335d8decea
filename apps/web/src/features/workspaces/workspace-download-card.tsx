import type { Workspace } from '@repo/contract/workspaces';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { failureMessage } from '#lib/api/api-error.ts';
import { downloadFile } from '#lib/api/download-file.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { isFullServer } from '#lib/server-level.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';

/** Downloads what all members of the workspace see; for its owners. */
export function WorkspaceDownloadCard({ workspace }: { workspace: Workspace }) {
  return isFullServer() && workspace.role === 'owner' ? <ShownCard workspace={workspace} /> : null;
}

function ShownCard({ workspace: { id, name, slug } }: { workspace: Workspace }) {
  const { provenOrThrow, proofDialog } = useFreshProof();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      provenOrThrow(() =>
        downloadFile(
          'GET /api/workspaces/{workspaceId}/export',
          { params: { workspaceId: id } },
          `${slug}.zip`,
        ),
      ),
  });
  return (
    <Card
      title="Download"
      description={`A zip archive with everything that all members of ${name} see: accounts with their notes and tags, shared activities, contacts, shared views and members. It does not have the texts of emails, transcripts, or what members keep for themselves. Keep this page open until the download is complete.`}
      footer={
        <Button loading={isPending} onClick={() => mutate()}>
          <Download aria-hidden />
          Download Workspace
        </Button>
      }
    >
      {error === null ? null : (
        <Banner kind="error">
          Failed to download {name}
          <span className="block">{failureMessage(error, 'Please try again.')}</span>
        </Banner>
      )}
      {proofDialog}
    </Card>
  );
}
