import { TRPCError } from '@trpc/server'
import { describe, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { appRouter } from '#server/router.ts'
import { callerAs } from '#tests/support/caller.ts'
import { type Path, subjectFor } from './notation/case.ts'
import { CALLS } from './tables/domain-cases.ts'
import {
  liveAlone,
  liveBilling,
  liveBooks,
  liveClientTime,
  liveHours,
  liveInternalComments,
  liveWork,
} from './world/life.ts'
import type { Viewer } from './world/people.ts'
import { type IsolationWorld, openIsolationWorld, undone } from './world/world.ts'

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
 * Events that concern the first company, contributor and owner, and the people who must not notice them in any list,
 * count, total or average, where a canary value wouldn't show.
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
    life: 'internal comments on a task',
    unnoticedBy: ['client', 'clientB', 'billingContact', 'projectsContact', ...STRANGERS],
    live: (db, { casts, rows }) => liveInternalComments(db, casts.alpha, rows.alpha.task.id),
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
    // It contains a payment of the company.
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

/** A response with sorted parts, because unsorted queries may return any order. */
const partsOf = (answer: unknown): string =>
  (JSON.stringify(answer) ?? '')
    .split(/[,{}[\]\\]+/)
    .sort()
    .join(' ')

/**
 * Preparing these would write; a person's own expenses, payouts, bank lines and emailed links aren't visible to others
 * anyway.
 */
const WRITE_TO_ASK: Path[] = [
  'auth.linkBrand',
  'bank.balance',
  'bank.choices',
  'bank.line',
  'bank.statements',
  'finance.expense',
  'finance.unbilledExpenses',
  'finance.payoutMovements',
  'payouts.billTerms',
  'imports.get',
]

/** What the person gets from every query, as text. */
async function queryEverything(db: Db, world: IsolationWorld, viewer: Viewer): Promise<Map<Path, string>> {
  const told = new Map<Path, string>()
  const caller = callerAs(db, world.people[viewer])
  const subject = subjectFor(db, world, viewer)
  for (const path of queries) {
    if (WRITE_TO_ASK.includes(path)) continue
    try {
      told.set(path, partsOf(await CALLS[path]?.(caller, subject)))
    } catch (error) {
      if (!(error instanceof TRPCError)) throw error
      told.set(path, error.code)
    }
  }
  return told
}

/** What each person gets in the initial world. */
const before = new Map<Viewer, Map<Path, string>>()
async function initialResponses(viewer: Viewer): Promise<Map<Path, string>> {
  const { db, world } = open()
  const told = before.get(viewer) ?? (await undone(db, (trx) => queryEverything(trx, world, viewer)))
  before.set(viewer, told)
  return told
}

describe.for(LIVES)('$life', ({ live, unnoticedBy }) => {
  test("doesn't affect the answers of people not concerned", async () => {
    const { db, world } = open()
    // Queried before anything happens; afterwards only read from here.
    for (const viewer of unnoticedBy) await initialResponses(viewer)
    const noticed = await undone(db, async (trx) => {
      await live(trx, world)
      const found: string[] = []
      for (const viewer of unnoticedBy) {
        const after = await queryEverything(trx, world, viewer)
        for (const [path, answer] of await initialResponses(viewer)) {
          if (after.get(path) !== answer) found.push(`${viewer}: ${path}`)
        }
      }
      return found
    })
    expect(noticed).toEqual([])
  })
})
