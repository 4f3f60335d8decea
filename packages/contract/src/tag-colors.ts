/** The colours of tags, without the schemas of the endpoints, which the browser does not load. */
export const tagColors = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
] as const;
export type TagColor = (typeof tagColors)[number];
