import { type MailPart, splitQuotedText } from '@repo/domain/activities/quoted-text';
import { Ellipsis } from 'lucide-react';
import { Fragment, useMemo } from 'react';
import { linkedParts } from '../web-link.ts';

/** A quotation of at most this many lines gives the context of a reply and stays open. */
const SHORT_QUOTATION = 3;

/** A text with more links or quotations than these is shown as it is: each takes elements. */
const MAX_LINKS = 2_000;
const MAX_PARTS = 1_000;

/** A plain-text email as it was written, with its addresses as links and its quotations folded. */
export function PlainText({ text }: { text: string }) {
  const parts = useMemo(() => foldedParts(text.trimEnd()), [text]);
  if (parts === undefined)
    return (
      <div dir="auto" className={TEXT_STYLE}>
        {text}
      </div>
    );
  return (
    <div dir="auto" className={TEXT_STYLE}>
      {parts.map((part, index) => {
        const key = `${index} ${part.kind}`;
        if (part.kind === 'own') return <Linked key={key} text={`${part.text}\n`} />;
        const isLast = index === parts.length - 1;
        const lines = part.text.split('\n').length;
        return lines > SHORT_QUOTATION || isLast ? (
          <Folded key={key} text={part.text} isOpen={parts.length === 1} />
        ) : (
          <span key={key} className="block border-l-2 border-line-strong pl-3 text-muted">
            <Linked text={withoutMarks(part.text)} />
          </span>
        );
      })}
    </div>
  );
}

const TEXT_STYLE = 'max-w-reading break-words whitespace-pre-wrap';

function foldedParts(text: string): MailPart[] | undefined {
  if (text.split(/https?:\/\//i, MAX_LINKS + 2).length > MAX_LINKS + 1) return undefined;
  const parts = splitQuotedText(text);
  return parts.length > MAX_PARTS ? undefined : parts;
}

function Folded({ text, isOpen }: { text: string; isOpen: boolean }) {
  return (
    <details open={isOpen} className="my-1">
      <summary className="inline-flex h-5 cursor-pointer list-none items-center gap-1.5 rounded-sm bg-hover px-1.5 text-grid text-muted hover:bg-pressed">
        <Ellipsis aria-hidden className="size-icon-small" />
        Quoted text
      </summary>
      <span className="mt-2 block border-l-2 border-line-strong pl-3 text-muted">
        <Linked text={withoutMarks(text)} />
      </span>
    </details>
  );
}

/**
 * The line at its side marks the quotation; a quotation within it keeps its marks. Each line is looked at by
 * itself, however many empty ones there are.
 */
function withoutMarks(quotation: string): string {
  return quotation.replaceAll(/^[^\S\n]*> ?/gm, '');
}

export function Linked({ text }: { text: string }) {
  return linkedParts(text).map(({ text: part, href }, index) =>
    href === undefined ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <a
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className="text-accent-ink underline underline-offset-2"
      >
        {part}
      </a>
    ),
  );
}
