/** Of every person that the stage makes. */
export const stagePassword = 'a good long password';

export interface StagePerson {
  id: string;
  name: string;
  email: string;
  token: string;
}

interface Place {
  organization: { id: string; name: string; slug: string };
  workspace: { id: string; name: string; slug: string };
}

/** An organization with one workspace; the first person owns it. */
export interface Team extends Place {
  people: StagePerson[];
  elsewhere: Place[];
}

export interface TeamRequest {
  people: number;
  /** Makes the first person an administrator. */
  admin?: boolean;
  /** So many more organizations, with one workspace each, in which all are members. */
  elsewhere?: number;
}
