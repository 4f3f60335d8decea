/** Of every person that the stage makes. */
export const stagePassword = 'a good long password';

export interface StagePerson {
  id: string;
  name: string;
  email: string;
  token: string;
}

/** An organization with one workspace; the first person owns it. */
export interface Team {
  organization: { id: string; name: string; slug: string };
  workspace: { id: string; name: string; slug: string };
  people: StagePerson[];
}

export interface TeamRequest {
  people: number;
  /** Makes the first person an administrator. */
  admin?: boolean;
}
