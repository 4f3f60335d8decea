/** An integration, and the user whom every statement on its rows names (docs/scale.md). */
export interface IntegrationKey {
  ownerId: string;
  integrationId: string;
}
