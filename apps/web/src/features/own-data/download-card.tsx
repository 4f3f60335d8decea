import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { failureMessage } from '#lib/api/api-error.ts';
import { downloadFile } from '#lib/api/download-file.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';

/** Downloads everything that is stored about the user. */
export function DownloadCard() {
  const { provenOrThrow, proofDialog } = useFreshProof();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      provenOrThrow(() => downloadFile('GET /api/auth/own-data/export', {}, 'your-data.zip')),
  });
  return (
    <Card
      title="Download"
      description="A zip archive with everything below, and with what colleagues see of it. A large mailbox takes some minutes. Keep this page open until the download is complete."
      footer={
        <Button loading={isPending} onClick={() => mutate()}>
          <Download aria-hidden />
          Download Your Data
        </Button>
      }
    >
      {error === null ? null : (
        <Banner kind="error">
          Failed to download your data
          <span className="block">{failureMessage(error, 'Please try again.')}</span>
        </Banner>
      )}
      {proofDialog}
    </Card>
  );
}
