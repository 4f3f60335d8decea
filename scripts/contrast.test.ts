import { readFileSync } from 'node:fs';
import { tagColors } from '@repo/contract/tag-colors';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('../apps/web/src/ui/tokens.css', import.meta.url), 'utf8');

/** A token in the light and in the dark theme. */
function token(name: string): [light: string, dark: string] {
  const found = new RegExp(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css);
  const [, light, dark] = found ?? [];
  if (light === undefined || dark === undefined) throw new Error(`There is no token ${name}.`);
  return [light, dark];
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const THEMES = [
  ['light', 0],
  ['dark', 1],
] as const;
const LEVELS = [1, 2, 3];
const GROUNDS = ['canvas', 'bubble-weekend', 'bubble-today', 'hover', 'highlight'];

for (const [theme, index] of THEMES) {
  const colour = (name: string) => token(name)[index] ?? '';

  test.each(['external', 'internal'])(
    `${theme}: %s bubbles stand out, stronger ones more`,
    (side) => {
      const of = (level: number, ground: string) =>
        contrast(colour(`bubble-${side}-${level}`), colour(ground));
      for (const ground of GROUNDS) {
        const [light = 0, medium = 0, heavy = 0] = LEVELS.map((level) => of(level, ground));
        expect(light, ground).toBeGreaterThanOrEqual(3);
        expect(medium / light, ground).toBeGreaterThan(1.25);
        expect(heavy / medium, ground).toBeGreaterThan(1.25);
      }
    },
  );

  test.each(tagColors)(`${theme}: the dot of a tag stands out, %s`, (color) => {
    for (const below of ['canvas', 'subtle', 'raised', 'hover', 'highlight', 'selection']) {
      expect(contrast(colour(`tag-${color}`), colour(below)), below).toBeGreaterThanOrEqual(3);
    }
  });

  test(`${theme}: avatars stand out, and so do their initials`, () => {
    for (let number = 1; number <= 12; number += 1) {
      const ground = colour(`avatar-${number}`);
      expect(contrast(ground, colour('on-avatar')), `${number}`).toBeGreaterThanOrEqual(4.5);
      for (const below of ['canvas', 'subtle', 'raised', 'hover']) {
        expect(contrast(ground, colour(below)), `${number} on ${below}`).toBeGreaterThanOrEqual(3);
      }
    }
  });
}
