import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { copyToClipboard, type CopyMessages } from './copy-to-clipboard.ts';

const CONFIRMED_MS = 1500;

export type CopyButtonProps = Omit<ButtonProps, 'onClick' | 'asChild' | 'loading'> & {
  value: string;
  messages: CopyMessages;
};

/** Copies its value. A check replaces the icon for a moment after it worked. */
export function CopyButton({ value, messages, children = 'Copy', ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      {...rest}
      onClick={async () => {
        if (await copyToClipboard(value, messages)) setCopied((times) => times + 1);
      }}
    >
      {copied > 0 ? <Check aria-hidden /> : <Copy aria-hidden />}
      {children}
    </Button>
  );
}
