import { clsx } from 'clsx';

/** The sizes of a bubble, smallest first. */
const SIZES = ['size-1.5', 'size-2.5', 'size-3.5'];

/** The meaning of a bubble's size and place. */
export function BubbleLegend({
  sides,
  scale,
}: {
  sides: { above: string; below: string };
  scale: string;
}) {
  return (
    <p className="mt-1.5 flex flex-wrap items-center justify-end gap-x-4 gap-y-0.5 text-grid text-muted">
      <Side colour="bg-bubble-external-2" text={`${sides.above}, above the line`} />
      <Side colour="bg-bubble-internal-2" text={`${sides.below}, below`} />
      <span className="flex items-center gap-1">
        Fewer
        {SIZES.map((size) => (
          <span
            key={size}
            aria-hidden
            className={clsx('rounded-full bg-bubble-internal-3', size)}
          />
        ))}
        {`more, ${scale}`}
      </span>
    </p>
  );
}

function Side({ colour, text }: { colour: string; text: string }) {
  return (
    <span className="flex items-center gap-1">
      <span aria-hidden className={clsx('size-2.5 rounded-full', colour)} />
      {text}
    </span>
  );
}
