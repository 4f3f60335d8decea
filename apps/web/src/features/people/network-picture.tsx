import { touchSentence } from '@repo/domain/relationships/evidence';
import type { StrengthLabel } from '@repo/domain/relationships/strength';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Network } from './read-people.ts';

/** The picture is scaled to the available width, as long as names are legible. */
const MIN_SCALE = 0.8;
const MAX_SCALE = 1.2;
/** Pixels, before scaling. */
const ROW = 28;
const TOP = 24;
const LINES = 150;
/** The average width of a character, and the most characters of a name that are shown. */
const CHARACTER = 7.5;
const MAX_NAME = 28;

const THICKNESS: Readonly<Record<StrengthLabel, number>> = {
  strong: 6,
  regular: 3.5,
  weak: 1.75,
  dormant: 1,
};

type Props = {
  ref: Ref<SVGSVGElement>;
  network: Network;
  label: string;
  today: string;
  /** The address of a person's page. */
  personPath: (personId: string, colleague?: string) => string;
};

/**
 * Colleagues at the left, people at the right, and a line for each tie, the thicker the stronger.
 * Each line links to the activities of that tie. The lines are one tab stop; the arrow keys move
 * between them, in the order of the table. Colours are attributes, so that the exported file has
 * them.
 */
export function NetworkPicture({ ref, network, label, today, personPath }: Props) {
  const navigate = useNavigate();
  const [tabStop, setTabStop] = useState(0);
  const { colleagues, people, ties } = network;
  const rows = Math.max(colleagues.length, people.length);
  const left = roomFor(colleagues.map(({ name, email }) => name || email));
  const right = left + LINES;
  const width = right + roomFor(people.map(({ name, address }) => name || address));
  const height = TOP * 2 + rows * ROW;
  const yOf = (index: number, count: number) => TOP + ((index + 0.5) * (rows * ROW)) / count;
  const colleagueY = (index: number) => yOf(index, colleagues.length);
  const personY = (index: number) => yOf(index, people.length);
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      className="mx-auto w-full text-ink"
      style={{ minWidth: width * MIN_SCALE, maxWidth: width * MAX_SCALE }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- There is no such tag within SVG.
      role="group"
      aria-label={label}
      fontFamily="Inter Variable, system-ui, sans-serif"
      fontSize={13}
    >
      {ties.map(({ colleague, person, label: strength, ...facts }, index) => {
        const [from, to] = [colleagueY(colleague), personY(person)];
        const middle = (left + right) / 2;
        const [who, whom] = [colleagues[colleague], people[person]];
        if (who === undefined || whom === undefined) return null;
        const path = personPath(whom.id, who.email);
        const names = `${who.name || who.email} and ${whom.name || whom.address}`;
        const sentence = `${names}: ${strength}, ${touchSentence(facts, today).toLowerCase()}`;
        return (
          <a
            key={`${colleague} ${person}`}
            href={path}
            aria-label={sentence}
            tabIndex={index === Math.min(tabStop, ties.length - 1) ? 0 : -1}
            onFocus={() => setTabStop(index)}
            onKeyDown={moveFocus}
            className="group outline-none"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              void navigate(path);
            }}
          >
            <path
              d={`M${left},${from} C${middle},${from} ${middle},${to} ${right},${to}`}
              fill="none"
              stroke="#5b76ea"
              strokeOpacity={strength === 'dormant' ? 0.35 : 0.7}
              strokeDasharray={strength === 'dormant' ? '3 4' : undefined}
              strokeWidth={THICKNESS[strength]}
              className="group-hover:stroke-focus group-hover:[stroke-opacity:1] group-focus-visible:stroke-[8px] group-focus-visible:[stroke-opacity:1]"
            >
              <title>{sentence}</title>
            </path>
          </a>
        );
      })}
      {colleagues.map(({ name, email }, index) => (
        <Name key={email} x={left - 10} y={colleagueY(index)} anchor="end" text={name || email} />
      ))}
      {people.map(({ id, name, address }, index) => (
        <Name key={id} x={right + 10} y={personY(index)} anchor="start" text={name || address} />
      ))}
    </svg>
  );
}

/** Moves the focus to another line: arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<Element>): void {
  const lines = [...(event.currentTarget.closest('svg')?.querySelectorAll('a') ?? [])];
  const at = lines.findIndex((line) => line === document.activeElement);
  const next: Partial<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: lines.length - 1,
  };
  const to = next[event.key];
  if (to === undefined) return;
  event.preventDefault();
  lines[Math.max(0, Math.min(lines.length - 1, to))]?.focus();
}

const roomFor = (names: readonly string[]) =>
  20 + CHARACTER * Math.min(MAX_NAME, Math.max(0, ...names.map((name) => [...name].length)));

function Name({
  x,
  y,
  anchor,
  text,
}: {
  x: number;
  y: number;
  anchor: 'start' | 'end';
  text: string;
}) {
  const shown = [...text];
  return (
    <text x={x} y={y} dy="0.35em" textAnchor={anchor} fill="currentColor">
      {shown.length > MAX_NAME ? `${shown.slice(0, MAX_NAME - 1).join('')}…` : text}
      <title>{text}</title>
    </text>
  );
}
