import { TRPCError } from '@trpc/server'
import { describe, expect, test } from 'vitest'
import type { Db } from '#server/db/schema.ts'
import { appRouter } from '#server/router.ts'
import { callerAs } from '#tests/support/caller.ts'
import { type Calls, subjectFor } from './case.ts'
import type { Path } from './table.ts'
import { liveAlone, liveBilling, liveBooks, liveClientTime, liveHours, liveWork } from './world/life.ts'
import type { Viewer } from './world/people.ts'
import { type IsolationWorld, openIsolationWorld, undone } from './world/world.ts'

const modules = import.meta.glob<Record<string, Calls>>('./cases/*.ts', { eager: true })
const calls: Calls = Object.assign({}, ...Object.values(modules).flatMap((module) => Object.values(module)))
const queries = Object.entries(appRouter._def.procedures)
  .filter(([, procedure]) => (procedure as unknown as { _def: { type: string } })._def.type === 'query')
  .map(([path]) => path as Path)

const open = openIsolationWorld()

const STRANGERS: Viewer[] = [
  'foreignOwner',
  'foreignContributor',
  'foreignClient',
  'suspendedOwner',
  'waitingContributor',
  'waitingClient',
]

/**
 * What goes on among the first company, the first contributor and the owner, and who must not notice: not
 * in a list and not in a count, a sum or an average, where no canary would show.
 */
const LIVES: {
  life: string
  unnoticedBy: Viewer[]
  live: (db: Db, world: IsolationWorld) => Promise<unknown>
}[] = [
  {
    life: 'work on a project',
    unnoticedBy: ['clientB', 'billingContact', ...STRANGERS],
    live: (db, { casts }) => liveWork(db, 'alpha', casts.alpha),
  },
  {
    life: 'invoices and payments',
    unnoticedBy: ['contributor', 'contributorB', 'clientB', 'projectsContact', ...STRANGERS],
    live: (db, { casts }) => liveBilling(db, 'alpha', casts.alpha),
  },
  {
    life: 'books of the agency',
    unnoticedBy: ['contributor', 'contributorB', 'client', 'clientB', 'projectsContact', ...STRANGERS],
    live: (db, { casts }) => liveBooks(db, 'alpha', casts.alpha),
  },
  {
    life: 'hours and payouts',
    unnoticedBy: ['contributorB', 'client', 'clientB', 'projectsContact', ...STRANGERS],
    live: (db, { casts }) => liveHours(db, 'alpha', casts.alpha),
  },
  {
    life: 'things of the client’s own',
    // It holds a payment, which is the company's.
    unnoticedBy: ['clientB', 'projectsContact', ...STRANGERS],
    live: (db, { people }) => liveAlone(db, 'client', people.client),
  },
  {
    life: 'time a client writes down',
    unnoticedBy: [
      'owner',
      'coOwner',
      'contributor',
      'contributorB',
      'clientB',
      'billingContact',
      ...STRANGERS,
    ],
    live: (db, { casts }) => liveClientTime(db, casts.alpha),
  },
  {
    life: 'things of the contributor’s own',
    unnoticedBy: ['client', 'clientB', 'billingContact', 'projectsContact', ...STRANGERS],
    live: (db, { people }) => liveAlone(db, 'contributor', people.contributor),
  },
  {
    life: 'things of the owner’s own',
    unnoticedBy: ['client', 'clientB', 'billingContact', 'projectsContact', ...STRANGERS],
    live: (db, { people }) => liveAlone(db, 'owner', people.owner),
  },
]

/** The parts of an answer in an order of their own: what a query does not sort may come in any. */
const partsOf = (answer: unknown): string =>
  (JSON.stringify(answer) ?? '')
    .split(/[,{}[\]\\]+/)
    .sort()
    .join(' ')

/** Their set-up would write; an expense, a payout and a mailed link of one's own are nobody else's anyway. */
const WRITE_TO_ASK: Path[] = [
  'auth.linkBrand',
  'finance.expense',
  'finance.unbilledExpenses',
  'finance.payoutMovements',
  'imports.get',
]

/** What the person is told by every query, each a text. */
async function everythingTold(db: Db, world: IsolationWorld, viewer: Viewer): Promise<Map<Path, string>> {
  const told = new Map<Path, string>()
  const caller = callerAs(db, world.people[viewer])
  const subject = subjectFor(db, world, viewer)
  for (const path of queries) {
    if (WRITE_TO_ASK.includes(path)) continue
    try {
      told.set(path, partsOf(await calls[path]?.(caller, subject)))
    } catch (error) {
      if (!(error instanceof TRPCError)) throw error
      told.set(path, error.code)
    }
  }
  return told
}

/** What each person is told in the world as it was built. */
const before = new Map<Viewer, Map<Path, string>>()
async function toldBefore(viewer: Viewer): Promise<Map<Path, string>> {
  const { db, world } = open()
  const told = before.get(viewer) ?? (await undone(db, (trx) => everythingTold(trx, world, viewer)))
  before.set(viewer, told)
  return told
}

describe.for(LIVES)('$life', ({ live, unnoticedBy }) => {
  test('change no answer to those whom they do not concern', async () => {
    const { db, world } = open()
    // Asked before anything happens; afterwards it is only looked up.
    for (const viewer of unnoticedBy) await toldBefore(viewer)
    const noticed = await undone(db, async (trx) => {
      await live(trx, world)
      const found: string[] = []
      for (const viewer of unnoticedBy) {
        const after = await everythingTold(trx, world, viewer)
        for (const [path, answer] of await toldBefore(viewer)) {
          if (after.get(path) !== answer) found.push(`${viewer}: ${path}`)
        }
      }
      return found
    })
    expect(noticed).toEqual([])
  })
})
