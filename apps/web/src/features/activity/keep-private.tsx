import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { KeepPrivateDialog, type KeepPrivateProps } from './keep-private-dialog.tsx';

/** Takes the user's copies of a conversation out of the workspace, after asking. */
export function KeepPrivate(props: KeepPrivateProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Keep this private" icon={<EyeOff />} onClick={() => setOpen(true)} />
      <KeepPrivateDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  );
}
