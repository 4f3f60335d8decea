import { featureNames, type Feature } from '@repo/contract/features';

/** Sets the features that the server offers in this test: none when called without any. */
export function offer(...features: Feature[]): void {
  document.head.querySelector('meta[name="features"]')?.remove();
  const meta = document.createElement('meta');
  meta.name = 'features';
  meta.content = features.join(' ');
  document.head.append(meta);
}

/** Offers every feature, as the server of this project does. */
export const offerEverything = (): void => offer(...featureNames);
