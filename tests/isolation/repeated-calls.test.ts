import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { RequestCtx } from '#server/base/core/context.ts'
import type { Db } from '#server/base/db/schema.ts'
import { appRouter, createCaller } from '#server/router.ts'
import { type Caller, ctxFor } from '#tests/support/caller.ts'
import { type Path, subjectFor } from './notation/case.ts'
import { CALLS } from './tables/domain-cases.ts'
import { PUBLIC } from './tables/open-to.ts'
import type { Viewer } from './world/people.ts'
import { openIsolationWorld, undone } from './world/world.ts'

/** Nobody is left to repeat the call, or it contacts a provider, which doesn't exist here (`payments/accounts`). */
const NOT_REPEATED: Path[] = [
  'settings.deleteAccount',
  'payments.connectKeys',
  'payments.startOnboarding',
  'payments.refreshAccount',
  'payments.removeAccount',
]
const mutations = Object.entries(appRouter._def.procedures)
  .filter(([, procedure]) => (procedure as unknown as { _def: { type: string } })._def.type === 'mutation')
  .map(([path]) => path as Path)
  .filter((path) => !PUBLIC.includes(path))
  .filter((path) => !NOT_REPEATED.includes(path))
/** The first of them who may call it. */
const ACTORS: Viewer[] = ['owner', 'admin', 'contributor', 'client']

const open = openIsolationWorld()

/** The number of rows in all tables. */
async function countRows(db: Db): Promise<number> {
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    // The full-text index may rewrite its own tables at any time.
    .filter((name) => !name.startsWith('search'))
  const counts = tables.map((name) => sql`(select count(*) from ${sql.table(name)})`)
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(db)
  return rows[0]?.total ?? 0
}

interface Repeated {
  path: string
  answers: [unknown, unknown]
  rows: [number, number]
}

/** A caller that makes every call twice with the same key. */
function repeating(
  db: Db,
  world: ReturnType<typeof open>['world'],
  viewer: Viewer,
  heard: Repeated[],
): Caller {
  const callTwice = async (path: string[], input: unknown) => {
    const context: RequestCtx = {
      ...ctxFor(db, world.people[viewer]),
      sessionId: 'test-session',
      request: { id: 'test-request', ip: '127.0.0.1', userAgent: null },
      device: null,
      setCookie: () => {},
      idempotencyKeys: [randomUUID()],
    }
    type Target = Record<string, Record<string, (input: unknown) => Promise<unknown>>>
    const [domain = '', procedure = ''] = path
    const call = () => (createCaller(context) as unknown as Target)[domain]?.[procedure]?.(input)
    const first = await call()
    const after = await countRows(db)
    const second = await call()
    heard.push({ path: path.join('.'), answers: [first, second], rows: [after, await countRows(db)] })
    return first
  }
  const at = (path: string[]): unknown =>
    new Proxy(() => {}, {
      get: (_target, name) => at([...path, String(name)]),
      apply: (_target, _self, [input]) => callTwice(path, input),
    })
  return at([]) as Caller
}

describe.for(mutations)('%s', (path) => {
  test('repeated with its key does nothing and returns the same answer', async () => {
    const { db, world } = open()
    const refusals: string[] = []
    for (const viewer of ACTORS) {
      const run = async (at: Db): Promise<Repeated[] | null> => {
        const heard: Repeated[] = []
        try {
          await CALLS[path]?.(repeating(at, world, viewer, heard), subjectFor(at, world, viewer))
          return heard
        } catch (error) {
          refusals.push(`${viewer}: ${String(error)}`)
          return null
        }
      }
      const heard = await undone(db, run)
      if (heard === null) continue
      expect(heard.map((call) => call.path)).toContain(path)
      for (const { answers, rows } of heard) {
        expect(JSON.parse(JSON.stringify([answers[1] ?? null]))).toEqual(
          JSON.parse(JSON.stringify([answers[0] ?? null])),
        )
        expect(rows[1]).toBe(rows[0])
      }
      return
    }
    expect(refusals, 'nobody may call it').toEqual([])
  })
})
