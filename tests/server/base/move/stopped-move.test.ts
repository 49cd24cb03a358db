import { describe, expect, inject, test } from 'vitest'
import { abandonMove, moveDatabase } from '#server/base/db/move/move.ts'
import { addRecord, endMove, findRecord, giveUpMove, requireUnmoved } from '#server/base/db/move/record.ts'
import { refuseWrites } from '#server/base/db/move/refusal.ts'
import { listTables } from '#server/base/db/move/tables.ts'
import { openPortal } from '#server/portal.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import {
  addChange,
  DIALECTS,
  emptyUrl,
  moveSilently,
  NUL,
  openEmpty,
  openMigrated,
  openUntilDone,
  otherThan,
  partsOf,
  urlOf,
} from '#tests/support/databases/move.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { createWorld } from '#tests/support/world.ts'

describe.skipIf(inject('testDatabase').dialect !== 'postgres')('a move that stops or is abandoned', () => {
  test.each(DIALECTS)(
    'from %s rejects changes until it is abandoned, and says where the data went',
    async (dialect) => {
      const source = await openMigrated(dialect)
      const world = await createWorld(source.db)
      const target = await openEmpty(otherThan(dialect))
      const seen: string[] = []
      const save = (name: string) =>
        callerAs(source.db, world.home.owner).clients.save({ name, email: `${name}@example.test` })
      const attempts: Promise<unknown>[] = []
      await moveDatabase({
        source,
        target,
        report: (line) => {
          seen.push(line)
          attempts.push(save(`meanwhile-${seen.length}`).catch((error: Error) => error.message))
        },
      })
      expect(await Promise.all(attempts)).toEqual(
        seen.map(() => 'The portal is being moved and is read-only. Please try again shortly.'),
      )
      await expect(save('after')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      expect((await callerAs(source.db, world.home.owner).clients.list({})).items.length).toBeGreaterThan(0)
      const { config, log } = testServices(source.db, { config: { dataDir: temporaryFolder() } })
      const start = openPortal({ ...config, databaseUrl: urlOf(source) }, log)
      await expect(start).rejects.toThrow(/This database was moved to .* Set DATABASE_URL to that one/)
      await expect(moveSilently(source, await openEmpty(otherThan(dialect)))).rejects.toThrow(
        /has already been moved to /,
      )
      await requireUnmoved(target)
      const parts = await partsOf(await openMigrated(dialect))
      expect(await abandonMove(source)).toBe(true)
      expect(await partsOf(source)).toEqual(parts)
      await save('again')
      await requireUnmoved(source)
    },
  )

  test("reports text that PostgreSQL can't store before it locks the source", async () => {
    const source = await openMigrated('sqlite')
    const { id } = await addChange(source.db)
    await source.db
      .updateTable('changes')
      .set({ domains: `a${NUL}b` })
      .execute()
    const target = await openEmpty('postgres')
    await expect(moveSilently(source, target)).rejects.toThrow(
      `PostgreSQL can’t store the NUL character, which is in changes.domains of the row ${id}.`,
    )
    await addChange(source.db)
    await source.db.updateTable('changes').set({ domains: 'ab' }).execute()
    await moveSilently(source, target)
  })

  test('refuses a target with an encoding other than UTF8', async () => {
    const source = await openMigrated('sqlite')
    const target = openUntilDone(
      await emptyUrl('postgres', `template template0 encoding 'SQL_ASCII' locale 'C'`),
    )
    await expect(moveSilently(source, target)).rejects.toThrow('encoding is SQL_ASCII')
    await addChange(source.db)
  })

  test('unlocks the source after a failure and can be rerun', async () => {
    const source = await openMigrated('sqlite')
    await createWorld(source.db)
    const target = await openEmpty('postgres')
    const failing = moveDatabase({
      source,
      target,
      report: (line) => {
        if (line.startsWith('All rows')) throw new Error('out of luck')
      },
    })
    await expect(failing).rejects.toThrow('out of luck')
    await expect(requireUnmoved(target)).rejects.toThrow(/hasn’t finished/)
    await requireUnmoved(source)
    await addChange(source.db)
    const sums = await moveSilently(source, target)
    expect(sums.find(({ table }) => table === 'changes')?.rows).toBe(1)
  })

  test.for(DIALECTS)('is either completed or abandoned, never both, from %s', async (dialect) => {
    const source = await openMigrated(dialect)
    const tables = await listTables(source)
    const begin = async (move_id: string) => {
      await refuseWrites(source, tables, { move_id, other: 'elsewhere' })
      const record = await findRecord(source)
      if (record === null) throw new Error('the move has not begun')
      return record
    }
    for (let round = 0; round < 5; round++) {
      const record = await begin(`move-${round}`)
      const outcomes = await Promise.allSettled([giveUpMove(source, record), endMove(source, record.move_id)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const stage = outcomes[0].status === 'fulfilled' ? 'abandoned' : 'moved'
      expect(await findRecord(source)).toMatchObject({ stage })
      expect(await abandonMove(source)).toBe(true)
    }
    const record = await begin('ended')
    await endMove(source, 'ended')
    await expect(giveUpMove(source, record)).rejects.toThrow('The move has just ended')
    await expect(addChange(source.db)).rejects.toThrow('The portal is being moved')
  })

  test("can't complete once the source accepts writes again", async () => {
    const source = await openMigrated('postgres')
    if (source.dialect !== 'postgres') throw new Error('it has no lock to hold')
    await refuseWrites(source, await listTables(source), { move_id: 'one', other: 'elsewhere' })
    const held = await source.pool.connect()
    await held.query('begin')
    await held.query('lock table changes in access share mode')
    const abandoned = abandonMove(source)
    await expect.poll(async () => (await findRecord(source))?.stage).toBe('abandoned')
    await expect(endMove(source, 'one')).rejects.toThrow('The move was abandoned in the meantime.')
    await held.query('rollback')
    held.release()
    expect(await abandoned).toBe(true)
    await addChange(source.db)
    expect(await findRecord(source)).toBeNull()
  })

  test('reopens only the source when abandoned while running', async () => {
    const source = await openMigrated('postgres')
    const target = await openEmpty('sqlite')
    const abandoned: Promise<boolean>[] = []
    const moving = moveDatabase({
      source,
      target,
      report: (line) => {
        // Early enough to be over before the move is.
        if (line.startsWith('Moving to')) abandoned.push(abandonMove(source))
      },
    })
    const [moved] = await Promise.allSettled([moving])
    expect(await Promise.all(abandoned)).toEqual([true])
    expect(moved).toMatchObject({ reason: { message: 'The move was abandoned in the meantime.' } })
    await addChange(source.db)
    await expect(requireUnmoved(target)).rejects.toThrow(/hasn’t finished/)
  })

  test('completes on a rerun if killed after the source was marked as moved', async () => {
    const source = await openMigrated('sqlite')
    const target = await openEmpty('postgres')
    const sums = await moveSilently(source, target)
    const record = await findRecord(source)
    if (record === null) throw new Error('the source has forgotten its move')
    await addRecord(target.db, { ...record, side: 'target', stage: 'copied' })
    await expect(requireUnmoved(target)).rejects.toThrow(/hasn’t finished/)
    expect(await moveSilently(source, target)).toEqual(sums)
    await requireUnmoved(target)
    expect(await findRecord(source)).toMatchObject({ stage: 'moved' })
  })
})
