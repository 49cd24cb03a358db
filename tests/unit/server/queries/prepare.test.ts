import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { expect, test } from 'vitest'
import type { Ctx } from '#server/base/core/context.ts'
import { type Param, prepare } from '#server/base/core/rows/prepare.ts'
import type { Reach } from '#server/base/core/rows/visibility.ts'

const reach = { kind: 'agency', agencyId: 'one', seesProjects: true } as unknown as Reach

/** A context whose database responds to each query with its parameters. */
function setUp() {
  const run: CompiledQuery[] = []
  const db = new Kysely<{ tasks: { agency_id: string; title: string } }>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new SqliteIntrospector(own),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => void run.push(query),
  })
  const ctxOf = (changes: Partial<Reach> = {}) => ({ db, reach: { ...reach, ...changes } }) as unknown as Ctx
  return { db, run, ctxOf }
}

test("a query is compiled once per kind of reach, and runs with each call's values", async () => {
  const { db, run, ctxOf } = setUp()
  let compiled = 0
  const titled = prepare((ctx, param: Param<{ title: string }>) => {
    compiled += 1
    return db
      .selectFrom('tasks')
      .select('title')
      .where('agency_id', '=', ctx.reach.agencyId as string)
      .where('title', '=', param('title'))
  })
  await titled(ctxOf(), { title: 'a' })
  await titled(ctxOf({ agencyId: 'two' as Reach['agencyId'] }), { title: 'b' })
  expect(compiled).toBe(1)
  await titled(ctxOf({ seesProjects: false }), { title: 'c' })
  expect(compiled).toBe(2)
  expect(new Set(run.map((query) => query.sql)).size).toBe(1)
  expect(run.map((query) => query.parameters)).toEqual([
    ['one', 'a'],
    ['two', 'b'],
    ['one', 'c'],
  ])
})

test('a query that is built from a value of one call is rejected', async () => {
  const { db, ctxOf } = setUp()
  const query = (text: string) => db.selectFrom('tasks').select(sql<string>`${sql.raw(text)}`.as('text'))
  const ofText = prepare((ctx) => query(`'${ctx.reach.agencyId}'`))
  const ofOrder = prepare((ctx) => query(String(ctx.reach.agencyId) > 'm' ? 'after' : 'before'))
  for (const prepared of [ofText, ofOrder]) {
    await expect(prepared(ctxOf(), {})).rejects.toThrow('depends on a value')
  }
})
