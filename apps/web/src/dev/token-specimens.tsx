import { Specimen, SpecimenGroup } from './specimen.tsx';

const SWATCHES = {
  Surfaces: ['canvas', 'subtle', 'raised', 'hover', 'pressed'],
  Lines: ['line', 'line-strong', 'control'],
  Accent: ['accent', 'accent-hover', 'accent-soft', 'focus'],
  States: ['danger', 'danger-soft', 'success-soft', 'warning-soft', 'admin-bar'],
  Bubbles: [
    'bubble-external-1',
    'bubble-external-2',
    'bubble-external-3',
    'bubble-internal-1',
    'bubble-internal-2',
    'bubble-internal-3',
    'bubble-weekend',
    'bubble-today',
  ],
};

const TEXTS = ['ink', 'muted', 'faint', 'accent-ink', 'danger-ink', 'success-ink', 'warning-ink'];

export function TokenSpecimens() {
  return (
    <SpecimenGroup name="Tokens">
      {Object.entries(SWATCHES).map(([name, colours]) => (
        <Specimen key={name} name={name}>
          {colours.map((colour) => (
            <span
              key={colour}
              title={colour}
              className="specimen-swatch"
              style={{ background: `var(--color-${colour})` }}
            />
          ))}
        </Specimen>
      ))}
      <Specimen name="Text">
        {TEXTS.map((colour) => (
          <span key={colour} style={{ color: `var(--color-${colour})` }}>
            {colour}
          </span>
        ))}
      </Specimen>
      <Specimen name="Type">
        <div className="specimen-stack">
          <span className="text-title font-semibold tracking-title">Title 20 / 600</span>
          <span className="text-body">Body 14 / 400. The quick brown fox, 0123456789.</span>
          <span className="text-body font-medium">Body 14 / 500. Ünïcode: Łódź, Ærø, Đà Nẵng.</span>
          <span className="text-grid">Grid 13 / 400. 1,111 and 8,888 are equally wide.</span>
        </div>
      </Specimen>
    </SpecimenGroup>
  );
}
