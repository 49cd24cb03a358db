import { describe, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { runImports } from '#server/overview/imports/commands/run.ts'
import { ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { counts, harvestHours, mapped, runQueued, setUpImports, stage } from '#tests/support/imports.ts'

describe('an interrupted import', () => {
  const ROWS = 250

  /** A process that stops after this many batches. */
  async function runPartly(db: Db, batches: number, end: 'stop' | 'crash') {
    const services = testServices(db)
    const stopping = new AbortController()
    let seen = 0
    const after = (name: string) => {
      if (name !== 'import.progressed' || ++seen < batches) return
      if (end === 'crash') throw new Error('no disk')
      stopping.abort()
    }
    const reactions = [...services.reactions, async (_: unknown, { name }: { name: string }) => after(name)]
    await runImports(ctxFor({ ...services, reactions }, null), stopping.signal)
  }

  test.each(['stop', 'crash'] as const)(
    'by a %s resumes where it stopped and creates nothing twice',
    async (end) => {
      const { db, world, owner } = await setUpImports()
      const { id } = await stage(db, world.home.owner, harvestHours(ROWS))
      const input = await mapped(owner, id)
      await owner.imports.start(input)
      await runPartly(db, 2, end)
      const midway = await owner.imports.get({ id })
      expect(midway).toMatchObject({
        status: end === 'stop' ? 'running' : 'failed',
        done: end === 'stop' ? 200 : 100,
      })
      if (end === 'crash') {
        expect(midway.failure).toMatch(/start again to continue/)
        await owner.imports.start(input)
      }
      await runQueued(db)
      expect(await owner.imports.get({ id })).toMatchObject({
        status: 'done',
        done: ROWS + 2,
        result: { made: { client: 1, project: 1, entry: ROWS } },
      })
      expect(await counts(db)).toMatchObject({ time_entries: ROWS })
    },
  )

  test('stays with the process that holds it until its lease expires', async () => {
    const { db, world, owner } = await setUpImports()
    const { id } = await stage(db, world.home.owner, harvestHours(3))
    await owner.imports.start(await mapped(owner, id))
    const held = new Date(TEST_NOW.getTime() + 60_000).toISOString()
    await db.updateTable('imports').set({ status: 'running', lease_until: held }).execute()
    await runQueued(db)
    expect(await counts(db)).toMatchObject({ time_entries: 0 })
    await runImports(ctxFor(testServices(db, { now: new Date(TEST_NOW.getTime() + 61_000) }), null))
    expect(await counts(db)).toMatchObject({ time_entries: 3 })
  })

  test('by two concurrent processes runs once', async () => {
    const { db, world, owner } = await setUpImports()
    const { id } = await stage(db, world.home.owner, harvestHours(ROWS))
    await owner.imports.start(await mapped(owner, id))
    await Promise.all([runQueued(db), runQueued(db), runQueued(db)])
    expect(await counts(db)).toMatchObject({ time_entries: ROWS })
  })
})
