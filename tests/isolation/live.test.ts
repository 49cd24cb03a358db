import { describe, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { testServices } from '#tests/support/caller.ts'
import { addSession, openTab } from '#tests/support/live.ts'
import {
  liveAlone,
  liveBilling,
  liveBooks,
  liveHours,
  liveInternalComments,
  liveMeeting,
  liveWork,
} from './world/life.ts'
import type { Viewer } from './world/people.ts'
import { type IsolationWorld, openIsolationWorld, undone } from './world/world.ts'

const open = openIsolationWorld()

/** People who must receive no events about the first company and contributor. */
const DEAF: Viewer[] = [
  'clientB',
  'foreignOwner',
  'foreignContributor',
  'foreignClient',
  'waitingContributor',
  'waitingClient',
]

const NOT_FOR_CLIENTS = [
  'agencies',
  'employees',
  'finance',
  'invitations',
  'payouts',
  'processes',
  'timesheets',
]
/** Areas closed to a person; even the names of their queries would reveal too much. */
const CLOSED: Partial<Record<Viewer, string[]>> = {
  contributor: ['finance', 'invitations'],
  contributorB: ['finance', 'invitations'],
  client: NOT_FOR_CLIENTS,
  billingContact: [...NOT_FOR_CLIENTS, 'messages', 'projects', 'tasks'],
  projectsContact: [...NOT_FOR_CLIENTS, 'invoices', 'payments'],
}

interface Life {
  life: string
  live: (db: Db, world: IsolationWorld) => Promise<unknown>
  /** Events that must be announced to someone. */
  heard: Partial<Record<Viewer, string[]>>
  /** Further people who must receive no events about it. */
  unheardBy?: Viewer[]
}

const LIVES: Life[] = [
  {
    life: 'live: work on a project',
    live: (db, { casts }) => liveWork(db, 'alpha', casts.alpha),
    heard: {
      admin: ['projects', 'tasks'],
      owner: ['messages', 'processes', 'projects', 'tasks'],
      coOwner: ['messages', 'processes', 'projects', 'tasks'],
      contributor: ['messages', 'projects', 'tasks'],
      contributorB: ['messages', 'projects', 'tasks'],
      client: ['messages', 'projects', 'tasks'],
      projectsContact: ['messages', 'projects', 'tasks'],
    },
  },
  {
    life: 'live: internal comments on a task',
    live: (db, { casts, rows }) => liveInternalComments(db, casts.alpha, rows.alpha.task.id),
    heard: { owner: ['tasks'], contributor: ['tasks'], contributorB: ['tasks'] },
    unheardBy: ['client', 'projectsContact', 'billingContact'],
  },
  {
    life: 'live: a meeting',
    live: (db, { casts }) => liveMeeting(db, 'alpha', casts.alpha),
    heard: { owner: ['schedule'], contributor: ['schedule'], client: ['notifications'] },
  },
  {
    life: 'live: invoices and payments',
    live: (db, { casts }) => liveBilling(db, 'alpha', casts.alpha),
    heard: {
      owner: ['finance', 'invoices', 'payments'],
      client: ['invoices', 'payments'],
      billingContact: ['invoices', 'payments'],
    },
  },
  {
    life: 'live: books of the agency',
    live: (db, { casts }) => liveBooks(db, 'alpha', casts.alpha),
    heard: { owner: ['clients', 'finance', 'invitations'], coOwner: ['clients', 'finance', 'invitations'] },
  },
  {
    life: 'live: hours and payouts',
    live: (db, { casts }) => liveHours(db, 'alpha', casts.alpha),
    heard: { owner: ['payouts', 'timesheets'], contributor: ['payouts', 'timesheets', 'workLog'] },
  },
  {
    life: 'live: things of the client’s own',
    live: (db, { people }) => liveAlone(db, 'client', people.client),
    heard: { client: ['quickTasks', 'workLog'], owner: ['schedule'] },
  },
  {
    life: 'live: things of the contributor’s own',
    live: (db, { people }) => liveAlone(db, 'contributor', people.contributor),
    heard: { contributor: ['quickTasks', 'workLog'], owner: ['schedule', 'workLog'] },
  },
]

/** A tab's first message: the changes since that position. */
async function hear(
  db: Db,
  world: IsolationWorld,
  tab: { viewer: Viewer; session: string; since: string | null },
) {
  const services = testServices(db)
  const stream = openTab(services, world.people[tab.viewer], tab.session, tab.since)
  try {
    const event = await stream.next()
    if (event === null) throw new Error('The stream ended before it said anything')
    return event
  } finally {
    await stream.close()
    await services.live.stop()
  }
}

describe.for(LIVES)('$life', ({ live, heard, unheardBy = [] }) => {
  test('is announced only to the people concerned', async () => {
    const { db, world } = open()
    const deaf = [...DEAF, ...unheardBy]
    const listeners = [...new Set([...deaf, ...Object.keys(CLOSED), ...Object.keys(heard)])] as Viewer[]
    const announced = await undone(db, async (trx) => {
      const tabs = []
      for (const viewer of listeners) {
        const session = await addSession(trx, world.people[viewer])
        tabs.push({ viewer, session, since: (await hear(trx, world, { viewer, session, since: null })).id })
      }
      await live(trx, world)
      const domains = new Map<Viewer, string[]>()
      for (const tab of tabs) domains.set(tab.viewer, (await hear(trx, world, tab)).domains)
      return domains
    })
    for (const [viewer, domains] of Object.entries(heard)) {
      expect(announced.get(viewer as Viewer), viewer).toEqual(expect.arrayContaining(domains))
    }
    const leaks = [...announced].flatMap(([viewer, domains]) =>
      domains
        .filter((domain) => deaf.includes(viewer) || CLOSED[viewer]?.includes(domain))
        .map((domain) => `${viewer}: ${domain}`),
    )
    expect(leaks).toEqual([])
  })
})

test.for(['suspendedOwner', 'suspendedContributor', 'suspendedClient'] as const)(
  '%s receives nothing',
  async (viewer) => {
    const { db, world } = open()
    await undone(db, async (trx) => {
      const session = await addSession(trx, world.people[viewer])
      await expect(hear(trx, world, { viewer, session, since: null })).rejects.toThrow()
    })
  },
)
