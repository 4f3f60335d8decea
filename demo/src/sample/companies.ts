import { ownDomain } from './people.ts';

export interface SampleCompany {
  name: string;
  domain: string;
  people: string[];
  /** Local parts of our people who write with them, the busiest first. */
  ours: string[];
  /** Threads a week, at the busiest. */
  frequency: number;
  /** The workspace that has an account for it from the start, if any does. */
  accountIn?: 'sales' | 'partnerships';
  /** Days since the last contact, for a company that is going quiet or whose relationship is weak. */
  silentDays?: number;
}

/** Whether there is contact with a company at a time. */
export const isInTouch = ({ silentDays }: SampleCompany, at: Date, now: Date): boolean =>
  silentDays === undefined || now.getTime() - at.getTime() > silentDays * 86_400_000;

/** Reserved names only, so that no email of the demo names a real person (RFC 2606). */
export const sampleCompanies: SampleCompany[] = [
  {
    name: 'Brightwater Foods',
    domain: 'brightwater.example',
    people: ['Elena Sorensen', 'Marcus Webb', 'Ines Carvalho'],
    ours: ['theo.lindqvist', 'priya.raman'],
    frequency: 7,
    accountIn: 'sales',
  },
  {
    name: 'Kestrel Aerospace',
    domain: 'kestrel-aero.example',
    people: ['Dmitri Volkov', 'Hannah Osei'],
    ours: ['priya.raman'],
    frequency: 5,
    accountIn: 'sales',
  },
  {
    name: 'Lumenfield Energy',
    domain: 'lumenfield.example',
    people: ['Sofia Marchetti', 'Jonas Brandt', 'Amara Diallo'],
    ours: ['theo.lindqvist', 'mara.ellison'],
    frequency: 7,
    accountIn: 'sales',
  },
  {
    name: 'Northgate Bank',
    domain: 'northgate-bank.example',
    people: ['Graham Pike', 'Lucía Ferrer'],
    ours: ['priya.raman', 'theo.lindqvist'],
    frequency: 5,
    accountIn: 'sales',
  },
  {
    name: 'Oak & Iron',
    domain: 'oakandiron.example',
    people: ['Ruth Adeyemi'],
    ours: ['theo.lindqvist'],
    frequency: 3,
    accountIn: 'sales',
  },
  {
    name: 'Tidewater Logistics',
    domain: 'tidewater-logistics.example',
    people: ['Pavel Novák', 'Chloe Tran', 'Samuel Reyes'],
    ours: ['priya.raman'],
    frequency: 5,
    accountIn: 'sales',
  },
  {
    name: 'Alder & Vance',
    domain: 'aldervance.example',
    people: ['Camille Roux', 'Edwin Park'],
    ours: ['theo.lindqvist'],
    frequency: 4,
    accountIn: 'sales',
  },
  {
    name: 'Cobalt Robotics',
    domain: 'cobalt-robotics.example',
    people: ['Ingrid Halvorsen', 'Tariq Aziz', 'Mei Lin'],
    ours: ['priya.raman', 'theo.lindqvist'],
    frequency: 6,
    accountIn: 'sales',
  },
  {
    name: 'Dunmore Hotels',
    domain: 'dunmore-hotels.example',
    people: ['Fiona Dunmore', 'Luca Bianchi'],
    ours: ['theo.lindqvist'],
    frequency: 3,
    accountIn: 'sales',
  },
  {
    name: 'Everwood Furniture',
    domain: 'everwood.example',
    people: ['Joanna Kowalska'],
    ours: ['priya.raman'],
    frequency: 2,
    accountIn: 'sales',
    silentDays: 45,
  },
  {
    name: 'Fable Studios',
    domain: 'fablestudios.example',
    people: ['Rafael Mendes', 'Isla Grant'],
    ours: ['theo.lindqvist', 'priya.raman'],
    frequency: 4,
    accountIn: 'sales',
  },
  {
    name: 'Greyling Insurance',
    domain: 'greyling.example',
    people: ['Patrick O’Neill', 'Anjali Mehta'],
    ours: ['priya.raman'],
    frequency: 3,
    accountIn: 'sales',
  },
  {
    name: 'Halcyon Biotech',
    domain: 'halcyon-bio.example',
    people: ['Dr. Stefan Weiss', 'Naomi Clarke'],
    ours: ['theo.lindqvist'],
    frequency: 6,
    accountIn: 'sales',
  },
  {
    name: 'Juniper Retail',
    domain: 'juniper-retail.example',
    people: ['Carlos Rivera', 'Emma Lindgren'],
    ours: ['priya.raman', 'theo.lindqvist'],
    frequency: 5,
    accountIn: 'sales',
    silentDays: 45,
  },
  {
    name: 'Meridian Telecom',
    domain: 'meridian-tel.example',
    people: ['Aisha Bello', 'Victor Strand'],
    ours: ['theo.lindqvist'],
    frequency: 4,
    accountIn: 'sales',
    silentDays: 45,
  },
  {
    name: 'Silverline Rail',
    domain: 'silverline-rail.example',
    people: ['Henrik Dahl'],
    ours: ['priya.raman'],
    frequency: 2,
    accountIn: 'sales',
  },
  {
    name: 'Quill Press',
    domain: 'quillpress.example',
    people: ['Beatrice Lowell'],
    ours: ['theo.lindqvist'],
    frequency: 3,
    accountIn: 'partnerships',
  },
  {
    name: 'Pinecrest Schools',
    domain: 'pinecrest-schools.example',
    people: ['Owen McBride', 'Yuki Tanaka'],
    ours: ['theo.lindqvist', 'mara.ellison'],
    frequency: 5,
    accountIn: 'partnerships',
  },
  {
    name: 'Solace Health',
    domain: 'solace-health.example',
    people: ['Dr. Miriam Katz', 'Andre Fontaine'],
    ours: ['mara.ellison', 'priya.raman'],
    frequency: 7,
  },
  {
    name: 'Velarium',
    domain: 'velarium.example',
    people: ['Nadia Petrova', 'Tom Hargreaves'],
    ours: ['mara.ellison'],
    frequency: 7,
  },
  {
    name: 'Zephyr Mobility',
    domain: 'zephyr-mobility.example',
    people: ['Kwame Boateng', 'Lena Fischer', 'Rosa Jiménez'],
    ours: ['mara.ellison', 'theo.lindqvist'],
    frequency: 5,
  },
  {
    name: 'Marlowe Legal',
    domain: 'marlowe-legal.example',
    people: ['Victoria Marlowe'],
    ours: ['mara.ellison', 'noor.haddad'],
    frequency: 3,
  },
];

/** 'Lucía Ferrer' at 'a.example' as lucia.ferrer@a.example. */
export function addressOf(name: string, domain = ownDomain): string {
  const local = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^dr\. /, '')
    .replaceAll('’', '')
    .replaceAll(' ', '.');
  return `${local}@${domain}`;
}
