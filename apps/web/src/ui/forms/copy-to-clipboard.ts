import { toast } from '../feedback/toast.ts';

export type CopyMessages = {
  copied: string;
  failed?: string;
  kind?: 'success' | 'info';
};

/** Copies and shows a toast that says whether it worked. */
export async function copyToClipboard(
  text: string,
  { copied, failed = 'Failed to copy to clipboard', kind = 'success' }: CopyMessages,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast.error(failed);
    return false;
  }
  toast[kind](copied);
  return true;
}
