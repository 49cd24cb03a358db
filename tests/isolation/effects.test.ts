import { describe, expect, test } from 'vitest'
import { actAs } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { EFFECTS } from '#server/domains.ts'
import { proceduresForPrograms } from '#server/door/http/api/open-api.ts'
import { sendsMail } from '#server/reactions/mail/react.ts'
import { appRouter } from '#server/router.ts'
import type { EventName } from '#shared/reactions/events.ts'
import { type Caller, callerOf, testServices } from '#tests/support/caller.ts'
import { type Path, subjectFor } from './notation/case.ts'
import { CALLS } from './tables/domain-cases.ts'
import type { Viewer } from './world/people.ts'
import { type IsolationWorld, openIsolationWorld, undone } from './world/world.ts'

const mutations = proceduresForPrograms(appRouter)
  .filter(([, { type }]) => type === 'mutation')
  .map(([path]) => path as Path)
const ACTORS: Viewer[] = ['owner', 'admin', 'contributor', 'client']

const open = openIsolationWorld()

interface Effects {
  events: EventName[]
  mails: number
}

const countMails = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A caller that records the effects of this one procedure, but not of its preparation. */
function recordingCaller(db: Db, world: IsolationWorld, viewer: Viewer, path: Path, caused: Effects): Caller {
  let watching = false
  const services = testServices(db)
  services.reactions = [
    ...services.reactions,
    async (_tx, { name }) => {
      if (watching) caused.events.push(name)
    },
  ]
  const caller = callerOf(actAs(services, world.people[viewer]))
  type Target = Record<string, Record<string, (input: unknown) => Promise<unknown>>>
  const callRecording = async (domain: string, name: string, input: unknown): Promise<unknown> => {
    const mailsBefore = await countMails(db)
    watching = `${domain}.${name}` === path
    try {
      return await (caller as unknown as Target)[domain]?.[name]?.(input)
    } finally {
      if (watching) caused.mails += (await countMails(db)) - mailsBefore
      watching = false
    }
  }
  return new Proxy({} as Caller, {
    get: (_router, domain) =>
      new Proxy(
        {},
        { get: (_domain, name) => (input: unknown) => callRecording(String(domain), String(name), input) },
      ),
  })
}

describe.for(mutations)('%s', (path) => {
  test('records only the events its description declares, and only emails declared there', async () => {
    const { db, world } = open()
    const effect = EFFECTS[path]
    let succeeded = 0
    for (const viewer of ACTORS) {
      const caused: Effects = { events: [], mails: 0 }
      const run = async (at: Db): Promise<boolean> => {
        try {
          await CALLS[path]?.(recordingCaller(at, world, viewer, path, caused), subjectFor(at, world, viewer))
          return true
        } catch {
          return false
        }
      }
      if (!(await undone(db, run))) continue
      succeeded++
      expect(effect?.records ?? [], viewer).toEqual(expect.arrayContaining(caused.events))
      const maySend = effect?.sends === true || effect?.records.some(sendsMail) === true
      expect(caused.mails <= 0 || maySend, `${viewer} sent ${caused.mails} mails`).toBe(true)
    }
    expect(succeeded, 'nobody may call it').toBeGreaterThan(0)
  })
})
