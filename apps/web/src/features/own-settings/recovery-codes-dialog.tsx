import { productName } from '#lib/page/product-name.ts';
import { saveFile } from '#lib/page/save-file.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { CopyButton } from '#ui/forms/copy-button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

type Props = {
  codes: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Shows new recovery codes, once. A click beside the dialog does not close it. */
export function RecoveryCodesDialog({ codes, open, onOpenChange }: Props) {
  const text = codes.join('\n');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      role="alertdialog"
      title="Keep Your Recovery Codes"
      description="If you do not have your phone, you can sign in with one of these codes. Each works once. Keep them where you keep passwords."
      footer={
        <>
          <CopyButton value={text} messages={{ copied: 'Recovery codes copied' }}>
            Copy
          </CopyButton>
          <Button
            onClick={() =>
              saveFile(
                'recovery-codes.txt',
                `Recovery codes of ${productName()} (${window.location.origin})\n\n${text}\n`,
                'text/plain',
              )
            }
          >
            Download
          </Button>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner kind="warning">This is the only time that they are shown.</Banner>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-x-6 gap-y-1.5 font-mono text-grid max-sm:grid-cols-1"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
