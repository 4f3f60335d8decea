import { useParams } from 'react-router';
import { ColleaguesViewPage } from '#features/colleagues-view/colleagues-view-page.tsx';
import { SharedLevel } from '#features/domains/shared-level.tsx';

export function Component() {
  const { domainId = '' } = useParams();
  return (
    <ColleaguesViewPage
      key={domainId}
      domainId={domainId}
      renderLevel={({ level, participantsOnly, ...domain }) =>
        level === undefined ? null : (
          <SharedLevel domain={domain} level={level} participantsOnly={participantsOnly} />
        )
      }
    />
  );
}
