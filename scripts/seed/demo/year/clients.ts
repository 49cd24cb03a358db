import type { ProjectCategory } from '#shared/work/projects.ts'

/** A client of the year, with their projects: name, category, and price in dollars. */
export interface YearClient {
  name: string
  company: string
  address: string
  engagements: [name: string, category: ProjectCategory, price: number][]
}

/** The home agency's clients in order. */
export const YEAR_CLIENTS: YearClient[] = [
  {
    name: 'Ingrid Solberg',
    company: 'Fjord & Field',
    address: '4 Quayside, Bergen',
    engagements: [
      ['Fjord Trail Guide', 'web-development', 1900],
      ['Fjord Member Cards', 'design', 700],
    ],
  },
  {
    name: 'Tomas Alder',
    company: 'Alder Roasters',
    address: '210 Mill Lane, Burlington',
    engagements: [
      ['Alder Online Shop', 'web-development', 2600],
      ['Alder Packaging', 'design', 1100],
      ['Alder Harvest Campaign', 'marketing', 800],
    ],
  },
  {
    name: 'Nadia Rahman',
    company: 'Clearwater Clinic',
    address: '77 Elm Street, Hartford',
    engagements: [
      ['Clearwater Booking', 'web-development', 2200],
      ['Clearwater Patient App', 'mobile-app', 2400],
    ],
  },
  {
    name: 'Oliver Grant',
    company: 'Grant & Daughters',
    address: '9 Foundry Yard, Providence',
    engagements: [
      ['Grant Joinery Portfolio', 'web-development', 1300],
      ['Grant Van Lettering', 'design', 450],
    ],
  },
  {
    name: 'Camille Laurent',
    company: 'Maison Laurent',
    address: '31 Rue des Lilas, Montréal',
    engagements: [
      ['Laurent Look Book', 'design', 1250],
      ['Laurent Autumn Campaign', 'marketing', 900],
    ],
  },
  {
    name: 'Hassan Farouk',
    company: 'Northwind Cycles',
    address: '502 River Road, Albany',
    engagements: [
      ['Northwind Service App', 'mobile-app', 2100],
      ['Northwind Race Weekend', 'marketing', 600],
    ],
  },
  {
    name: 'Beatriz Costa',
    company: 'Costa Language School',
    address: '18 Chapel Street, Boston',
    engagements: [
      ['Costa Course Finder', 'web-development', 1500],
      ['Costa Brand Refresh', 'design', 850],
    ],
  },
  {
    name: 'Yusuf Demir',
    company: 'Demir Architects',
    address: '3 Tower Place, New York',
    engagements: [['Demir Project Archive', 'web-development', 1700]],
  },
]

/** The tasks of every project, from first to last. */
export const STEPS = [
  {
    title: 'Kick-off workshop',
    hours: 3,
    note: 'Goals, audience and what done means, agreed with everybody.',
  },
  {
    title: 'Collect content and access',
    hours: 2,
    note: 'Texts, pictures, accounts and the contacts for each.',
  },
  {
    title: 'Structure and wireframes',
    hours: 6,
    note: 'Every screen once, in gray, from the first visit to the last.',
  },
  { title: 'Visual design', hours: 10, note: 'Two directions, one of them worked out in full.' },
  { title: 'Build', hours: 18, note: 'In small steps that can be looked at each Friday.' },
  {
    title: 'Review with the client',
    hours: 2,
    note: 'What was asked for, what we propose, what waits for later.',
  },
  { title: 'Corrections', hours: 4, note: 'Everything from the review that was agreed.' },
  { title: 'Hand over and close', hours: 2, note: 'Files, accounts and a page on how to look after it.' },
]

/** Task comments, used in rotation. */
export const REMARKS = [
  'The first draft is in the files. Tell me what you would leave out.',
  'Talked it through on the phone: we’re using the second version.',
  'Two pictures are still missing. I asked for them this morning.',
  'Looks right on a phone now. The old page stays up until Monday.',
  'Done. I left a note on the one thing that can wait.',
  'Could somebody read the texts once more before it goes out?',
]
