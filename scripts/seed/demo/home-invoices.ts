export interface SeedInvoice {
  client: string
  project?: string
  title: string
  items: { description: string; quantity: number; rate: number }[]
  issuedDaysAgo: number
  dueInDays: number
  draft?: boolean
}

const fixed = (description: string, rate: number) => [{ description, quantity: 1, rate }]

/** The home agency's invoices in order of their numbers; rates in cents. */
export const INVOICES: SeedInvoice[] = [
  {
    client: 'Jordan Blake',
    project: 'Harbor Brand Refresh',
    title: 'Brand Refresh, final',
    items: fixed('Logo pack and guidelines', 450_000),
    issuedDaysAgo: 55,
    dueInDays: -25,
  },
  {
    client: 'Jordan Blake',
    project: 'Harbor Website Redesign',
    title: 'Website Redesign, milestone 1',
    items: fixed('Concept and design', 480_000),
    issuedDaysAgo: 20,
    dueInDays: 10,
  },
  {
    client: 'Priya Nair',
    project: 'Lumen Mobile App',
    title: 'Mobile App, discovery',
    items: fixed('Discovery workshops', 300_000),
    issuedDaysAgo: 85,
    dueInDays: -55,
  },
  {
    client: 'Jordan Blake',
    project: 'Harbor Website Redesign',
    title: 'Website Redesign, milestone 2',
    items: [
      { description: 'Page templates', quantity: 6, rate: 45_000 },
      { description: 'CMS integration', quantity: 10, rate: 9000 },
    ],
    issuedDaysAgo: 5,
    dueInDays: 30,
  },
  {
    client: 'Jordan Blake',
    project: 'Harbor Spring Campaign',
    title: 'Spring Campaign, setup',
    items: fixed('Campaign setup', 120_000),
    issuedDaysAgo: 40,
    dueInDays: -10,
  },
  {
    client: 'Marcus Webb',
    title: 'Consulting retainer',
    items: fixed('Retainer', 250_000),
    issuedDaysAgo: 10,
    dueInDays: 30,
  },
  {
    client: 'Priya Nair',
    project: 'Lumen Mobile App',
    title: 'Mobile App, phase 1',
    items: fixed('Phase 1', 600_000),
    issuedDaysAgo: 1,
    dueInDays: 40,
    draft: true,
  },
]
