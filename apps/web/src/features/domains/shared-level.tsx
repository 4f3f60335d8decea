import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { LevelSelect } from '#lib/sharing/level-select.tsx';
import { useSetLevel } from './use-set-level.ts';

type Props = {
  domain: { id: string; domain: string };
  level: ShareLevel;
};

/** Changes how much of one shared domain colleagues see; shows the choice at once. */
export function SharedLevel({ domain, level }: Props) {
  const setLevel = useSetLevel();
  return (
    <div className="w-72 max-w-full">
      <LevelSelect
        label="Colleagues see"
        level={setLevel.isPending ? setLevel.variables.level : level}
        disabled={setLevel.isPending}
        onChange={(chosen) => setLevel.mutate({ domains: [domain], level: chosen })}
      />
    </div>
  );
}
