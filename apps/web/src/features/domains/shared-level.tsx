import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { LevelSelect } from '#lib/sharing/level-select.tsx';
import { useSetLevel } from './use-set-level.ts';

type Props = {
  domain: { id: string; domain: string };
  level: ShareLevel;
  /** Whether the workspace shows texts only to those who took part. */
  participantsOnly: boolean | undefined;
};

/** Changes how much of one shared domain colleagues see; shows the choice at once. */
export function SharedLevel({ domain, level, participantsOnly }: Props) {
  const setLevel = useSetLevel();
  return (
    <div className="w-72 max-w-full">
      <LevelSelect
        label="Colleagues see"
        level={setLevel.isPending ? setLevel.variables.level : level}
        participantsOnly={participantsOnly}
        disabled={setLevel.isPending}
        onChange={(chosen) => setLevel.mutate({ domains: [domain], level: chosen })}
      />
    </div>
  );
}
