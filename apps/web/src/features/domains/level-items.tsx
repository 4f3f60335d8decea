import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { COPIES_NOTE, LEVEL_TEXTS, readLevel } from '#lib/sharing/level-texts.ts';
import {
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
} from '#ui/overlays/dropdown-menu.tsx';

type Props = {
  /** Undefined where several domains have different levels. */
  level: ShareLevel | undefined;
  onChoose: (level: ShareLevel) => void;
};

/** The levels of a share in a menu; each says what colleagues see. */
export function LevelItems({ level, onChoose }: Props) {
  return (
    <>
      <DropdownMenuLabel>Colleagues see</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={level ?? ''}
        onValueChange={(value) => {
          const chosen = readLevel(value);
          if (chosen !== undefined && chosen !== level) onChoose(chosen);
        }}
      >
        {LEVEL_TEXTS.map((one) => (
          <DropdownMenuRadioItem key={one.level} value={one.level} className="h-auto! py-1.5">
            <span className="block">{one.label}</span>
            <span className="block max-w-64 text-grid whitespace-normal text-muted">
              {one.sentence}
            </span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <p className="max-w-64 px-2 pb-1.5 text-grid text-muted">{COPIES_NOTE}</p>
    </>
  );
}
