import type { TranscriptSentence } from '@repo/contract/activities';
import { clsx } from 'clsx';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { SearchInput } from '#ui/forms/search-input.tsx';
import { useVirtualRows } from '#ui/display/virtual-rows.ts';
import { formatPosition } from '../activity-time.ts';
import { foundParts, indexesWith } from './find-in-transcript.ts';

/** Heights in pixels before a row is drawn: of a line, and of a speaker's name above it. */
const LINE = 28;
const SPEAKER = 36;
const CHARACTERS_A_LINE = 70;

/** The sentences with speakers and times, and a search. Only visible sentences are rendered. */
export function TranscriptSentences({ sentences }: { sentences: readonly TranscriptSentence[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const keys = useMemo(() => sentences.map((_, index) => String(index)), [sentences]);
  const found = useMemo(
    () =>
      indexesWith(
        sentences.map(({ text }) => text),
        wanted,
      ),
    [sentences, wanted],
  );
  const current = found[at];
  const virtual = useVirtualRows({
    scroller,
    keys,
    estimate: (index) => heightOf(sentences, index),
  });
  useEffect(() => {
    if (current !== undefined) virtual.scrollToIndex(current, { align: 'center' });
  }, [current, virtual]);

  const step = (by: 1 | -1) => setAt((was) => (was + by + found.length) % (found.length || 1));
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-4 py-2">
        <SearchInput
          className="min-w-0 flex-1"
          placeholder="Search in transcript"
          value={wanted}
          onValueChange={(value) => {
            setWanted(value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          }}
        />
        <output className="min-w-16 text-right text-grid text-muted">
          {wanted.trim() === '' ? '' : `${found.length === 0 ? 0 : at + 1} of ${found.length}`}
        </output>
        <IconButton
          label="Previous match"
          icon={<ChevronUp />}
          disabled={found.length === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          label="Next match"
          icon={<ChevronDown />}
          disabled={found.length === 0}
          onClick={() => step(1)}
        />
      </div>
      {/* Focusable, so that the arrow keys can scroll it. */}
      <section
        ref={scroller}
        aria-label="Transcript"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
      >
        <ol className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const sentence = sentences[index];
            return sentence === undefined ? null : (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0 px-4"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Sentence
                  sentence={sentence}
                  beginsTurn={beginsTurn(sentences, index)}
                  wanted={wanted}
                  isCurrent={index === current}
                />
              </li>
            );
          })}
        </ol>
      </section>
    </>
  );
}

type SentenceProps = {
  sentence: TranscriptSentence;
  /** Whether the previous speaker was another one. */
  beginsTurn: boolean;
  wanted: string;
  isCurrent: boolean;
};

function Sentence({ sentence, beginsTurn, wanted, isCurrent }: SentenceProps) {
  return (
    <>
      {beginsTurn ? (
        <p dir="auto" className="truncate pt-3 pb-1 font-medium">
          {sentence.speaker_name.trim() || 'Unknown'}
        </p>
      ) : null}
      <p className={clsx('flex gap-3 rounded-sm py-1', isCurrent && 'bg-accent-soft')}>
        <span className="w-14 shrink-0 text-grid text-faint">
          {formatPosition(sentence.start_time)}
        </span>
        <span dir="auto" className="min-w-0 flex-1 break-words">
          {foundParts(sentence.text, wanted).map(({ text, isFound }, index) =>
            isFound ? (
              <mark key={index} className="rounded-sm bg-selection text-ink">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
      </p>
    </>
  );
}

function beginsTurn(sentences: readonly TranscriptSentence[], index: number): boolean {
  return sentences[index]?.speaker_name !== sentences[index - 1]?.speaker_name;
}

function heightOf(sentences: readonly TranscriptSentence[], index: number): number {
  const lines = Math.ceil((sentences[index]?.text.length ?? 0) / CHARACTERS_A_LINE) || 1;
  return LINE + (lines - 1) * 20 + (beginsTurn(sentences, index) ? SPEAKER : 0);
}
