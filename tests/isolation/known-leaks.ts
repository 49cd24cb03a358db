import type { Path } from './table.ts'
import type { Viewer } from './world/people.ts'

/** Where the walks look: a procedure, a route, what people notice or hear of others’ lives, closed addresses. */
export type Where =
  | Path
  | `${'GET' | 'POST' | 'DELETE'} /${string}`
  | Life
  | `live: ${LiveLife}`
  | 'calendar of a suspended agency'
  | 'invoice of a suspended agency'
  | 'picture of a stranger'
  | `${'invoices.byLink' | 'invoices.viewByLink' | 'payments.payByLink' | 'invitations.get'} of a suspended agency`
  | 'messages.send with a file of the team'

type LiveLife =
  | 'work on a project'
  | 'a meeting'
  | 'invoices and payments'
  | 'books of the agency'
  | 'hours and payouts'
  | 'things of the client’s own'
  | 'things of the contributor’s own'

type Life =
  | Exclude<LiveLife, 'a meeting'>
  | 'time a client writes down on its project'
  | 'things of the owner’s own'

/** A leak that is known and still there; the walks fail when it is gone, so that its entry goes too. */
export interface KnownLeak {
  /** Of the security review. */
  finding: string
  where: Where
  viewer: Viewer | 'signedOut'
  what: string | string[]
}

const PRIVATE = ['private.client', 'private.clientB', 'private.contributor', 'private.contributorB']

export const KNOWN_LEAKS: KnownLeak[] = [
  {
    finding: 'S10',
    where: 'time a client writes down on its project',
    viewer: 'owner',
    what: ['timesheets.budgets', 'timesheets.projectTime'],
  },
  {
    finding: 'S10',
    where: 'time a client writes down on its project',
    viewer: 'coOwner',
    what: ['timesheets.budgets', 'timesheets.projectTime'],
  },
  {
    finding: 'S18',
    where: 'GET /exports/agencies/:id.zip',
    viewer: 'admin',
    what: ['private.owner', ...PRIVATE],
  },
  { finding: 'S18', where: 'GET /exports/agencies/:id.zip', viewer: 'owner', what: PRIVATE },
  {
    finding: 'S18',
    where: 'GET /exports/agencies/:id.zip',
    viewer: 'coOwner',
    what: ['private.owner', ...PRIVATE],
  },
  { finding: 'S24', where: 'picture of a stranger', viewer: 'waitingClient', what: 'answered' },
  { finding: 'S9', where: 'settings.exportData', viewer: 'contributor', what: 'rates.alpha' },
  { finding: 'S9', where: 'settings.exportData', viewer: 'contributorB', what: 'rates.bravo' },
  { finding: 'S9', where: 'settings.exportData', viewer: 'foreignContributor', what: 'rates.foreign' },
  { finding: 'S17', where: 'work on a project', viewer: 'foreignOwner', what: 'processes.list' },
  { finding: 'S17', where: 'work on a project', viewer: 'foreignContributor', what: 'processes.list' },
  // The next invoice number, which tells how many invoices the agency sends, is told to all its people.
  { finding: 'new', where: 'invoices and payments', viewer: 'contributor', what: 'settings.get' },
  { finding: 'new', where: 'invoices and payments', viewer: 'contributorB', what: 'settings.get' },
  { finding: 'new', where: 'invoices and payments', viewer: 'clientB', what: 'settings.get' },
  { finding: 'new', where: 'invoices and payments', viewer: 'projectsContact', what: 'settings.get' },
]

/** What is known to leak there, as the walks write what they find. */
export const knownLeaks = (where: Where): string[] =>
  KNOWN_LEAKS.filter((leak) => leak.where === where)
    .flatMap(({ viewer, what }) => [what].flat().map((part) => leakText(viewer, part)))
    .sort()

export const leakText = (viewer: Viewer | 'signedOut', what: string): string => `${viewer}: ${what}`
