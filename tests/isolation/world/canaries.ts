import type { CastName, Viewer } from './people.ts'

/** What a row is about, which determines who may read it. */
export const AREAS = ['work', 'price', 'meeting', 'team', 'rates', 'billing', 'books', 'hours'] as const
export type Area = (typeof AREAS)[number]
/** Rows of one person: a quick task, a time entry, an event, a token and a notification. */
export const OWN_AREAS = ['private', 'entry', 'event'] as const
type OwnArea = (typeof OWN_AREAS)[number]
/** People who have such rows. */
export const HOLDERS = [
  'admin',
  'owner',
  'contributor',
  'client',
  'contributorB',
  'clientB',
  'foreignOwner',
  'foreignContributor',
  'foreignClient',
  'suspendedOwner',
  'suspendedContributor',
  'suspendedClient',
] as const satisfies Viewer[]
export type Holder = (typeof HOLDERS)[number]

export type CanaryName = `${Area}.${CastName}` | `${OwnArea}.${Holder}`

const OWNERS: Viewer[] = ['admin', 'owner', 'coOwner']
const TEAM: Viewer[] = [...OWNERS, 'contributor', 'contributorB']
const abroad = (place: 'foreign' | 'suspended'): Record<`${Area}.${typeof place}`, Viewer[]> => {
  const owner: Viewer[] = ['admin', `${place}Owner`]
  const team: Viewer[] = [...owner, `${place}Contributor`]
  return {
    [`work.${place}`]: [...team, `${place}Client`],
    [`price.${place}`]: [...owner, `${place}Client`],
    [`meeting.${place}`]: [...team, `${place}Client`],
    [`team.${place}`]: team,
    [`rates.${place}`]: owner,
    [`billing.${place}`]: [...owner, `${place}Client`],
    [`books.${place}`]: owner,
    [`hours.${place}`]: team,
  } as Record<`${Area}.${typeof place}`, Viewer[]>
}

/** Who may read the rows of an area; no one else's response may contain its texts and figures. */
export const AUDIENCE: Record<CanaryName, Viewer[]> = {
  'work.alpha': [...TEAM, 'client', 'projectsContact'],
  'price.alpha': [...OWNERS, 'client', 'projectsContact'],
  'meeting.alpha': [...TEAM, 'client', 'billingContact', 'projectsContact'],
  'team.alpha': TEAM,
  'rates.alpha': OWNERS,
  'billing.alpha': [...OWNERS, 'client', 'billingContact'],
  'books.alpha': OWNERS,
  'hours.alpha': [...OWNERS, 'contributor'],
  'work.bravo': [...TEAM, 'clientB'],
  'price.bravo': [...OWNERS, 'clientB'],
  'meeting.bravo': [...TEAM, 'clientB'],
  'team.bravo': TEAM,
  'rates.bravo': OWNERS,
  'billing.bravo': [...OWNERS, 'clientB'],
  'books.bravo': OWNERS,
  'hours.bravo': [...OWNERS, 'contributorB'],
  ...abroad('foreign'),
  ...abroad('suspended'),
  'private.admin': ['admin'],
  'private.owner': ['owner'],
  'private.contributor': ['contributor'],
  'private.client': ['client'],
  'private.contributorB': ['contributorB'],
  'private.clientB': ['clientB'],
  'private.foreignOwner': ['foreignOwner'],
  'private.foreignContributor': ['foreignContributor'],
  'private.foreignClient': ['foreignClient'],
  'private.suspendedOwner': ['suspendedOwner'],
  'private.suspendedContributor': ['suspendedContributor'],
  'private.suspendedClient': ['suspendedClient'],
  'entry.admin': ['admin'],
  'entry.owner': OWNERS,
  'entry.contributor': [...OWNERS, 'contributor'],
  'entry.client': [...OWNERS, 'client'],
  'entry.contributorB': [...OWNERS, 'contributorB'],
  'entry.clientB': [...OWNERS, 'clientB'],
  'entry.foreignOwner': ['admin', 'foreignOwner'],
  'entry.foreignContributor': ['admin', 'foreignOwner', 'foreignContributor'],
  'entry.foreignClient': ['admin', 'foreignOwner', 'foreignClient'],
  'entry.suspendedOwner': ['admin', 'suspendedOwner'],
  'entry.suspendedContributor': ['admin', 'suspendedOwner', 'suspendedContributor'],
  'entry.suspendedClient': ['admin', 'suspendedOwner', 'suspendedClient'],
  // Staff see their agency's calendar; clients see events they organize or are invited to.
  'event.admin': ['admin'],
  'event.owner': TEAM,
  'event.contributor': TEAM,
  'event.client': [...TEAM, 'client'],
  'event.contributorB': TEAM,
  'event.clientB': [...TEAM, 'clientB'],
  'event.foreignOwner': ['admin', 'foreignOwner', 'foreignContributor'],
  'event.foreignContributor': ['admin', 'foreignOwner', 'foreignContributor'],
  'event.foreignClient': ['admin', 'foreignOwner', 'foreignContributor', 'foreignClient'],
  'event.suspendedOwner': ['admin', 'suspendedOwner', 'suspendedContributor'],
  'event.suspendedContributor': ['admin', 'suspendedOwner', 'suspendedContributor'],
  'event.suspendedClient': ['admin', 'suspendedOwner', 'suspendedContributor', 'suspendedClient'],
}

export const CANARIES = Object.keys(AUDIENCE) as CanaryName[]

/** A unique word; the end mark prevents one from being the prefix of another. */
export const word = (name: CanaryName): string => `zx${name.replace('.', '').toLowerCase()}zx`

/** A text with the canary's word, and one shared by all canaries, for searches. */
export const SHARED_WORD = 'quartz'
export const textOf = (name: CanaryName): string => `Quartz ${word(name)}`

/** A unique figure in minor units. */
export const figureOf = (name: CanaryName): number => 7_340_017 + 10_007 * CANARIES.indexOf(name)

const byWord = new Map(CANARIES.map((name) => [word(name), name]))
const byFigure = new Map(CANARIES.map((name) => [String(figureOf(name)), name]))

/** Every canary in the text; figures also as displayed: 73400.17 and 73,400.17. */
function canariesIn(text: string): Set<CanaryName> {
  const words = text.toLowerCase().matchAll(/zx[a-z]+?zx/g)
  const figures = [...text.matchAll(/\d+(?:\.\d\d)?/g), ...text.matchAll(/\d{1,3}(?:,\d{3})+\.\d\d/g)]
  const found = [
    ...[...words].map(([match]) => byWord.get(match)),
    ...figures.map(([match]) => byFigure.get(match.replaceAll(/[.,]/g, ''))),
  ]
  return new Set(found.filter((name) => name !== undefined))
}

/**
 * The canaries in this text that the viewer may not read; null is a signed-out visitor, who may read none.
 */
export function leaksIn(text: string, viewer: Viewer | null, allowed: CanaryName[] = []): CanaryName[] {
  return [...canariesIn(text)].filter(
    (name) => !allowed.includes(name) && (viewer === null || !AUDIENCE[name].includes(viewer)),
  )
}
