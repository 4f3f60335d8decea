import { featureNames, type Feature } from '@repo/contract/features';

/** What the server offers beyond the specification in this test: nothing when called without. */
export function offer(...features: Feature[]): void {
  document.head.querySelector('meta[name="features"]')?.remove();
  const meta = document.createElement('meta');
  meta.name = 'features';
  meta.content = features.join(' ');
  document.head.append(meta);
}

/** Offers every feature, as the server of this project does. */
export const offerEverything = (): void => offer(...featureNames);
