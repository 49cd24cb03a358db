import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { seedLarge } from '#scripts/seed/large.ts'
import { readInstanceKey } from '#server/base/core/config.ts'
import { findMove, findMoving } from '#server/base/db/agency-move/record.ts'
import type { Database } from '#server/base/db/engines/connection.ts'
import { callerAs, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { openMigrated, urlOf } from '#tests/support/databases/move.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { endAfter, type MoveRun, runMove } from '#tests/support/servers/move-process.ts'
import { createWorld } from '#tests/support/world.ts'

const LIMIT_MS = 300_000
const THERE = 'https://eu2.example.test'
const SIZE = { agencies: 1, projects: 10, tasks: 1000, people: 10 }
const REFUSED = 'The agency is read-only from now on.'
const ARRIVED = 'Removing the agency here.'

type Dialect = Database['dialect']

const PAIRS: [Dialect, Dialect][] =
  inject('testDatabase').dialect === 'postgres'
    ? [
        ['sqlite', 'postgres'],
        ['postgres', 'sqlite'],
      ]
    : [['sqlite', 'sqlite']]

/** Opens a test database of that type. */
async function open(dialect: Dialect): Promise<Database> {
  if (dialect === inject('testDatabase').dialect) return createTestDatabase()
  return openMigrated(dialect)
}

interface Installations {
  source: Database
  target: Database
  name: string
  sibling: { agencyId: string; owner: Parameters<typeof callerAs>[1] }
  run: (...args: string[]) => MoveRun
}

/** Two installations, an agency with enough rows to interrupt its move, and the target's settings file. */
async function install([from, to]: [Dialect, Dialect]): Promise<Installations> {
  const [source, target] = [await open(from), await open(to)]
  const { foreign } = await createWorld(source.db)
  const [large] = await seedLarge(testServices(source.db), SIZE, TEST_NOW)
  const { name } = await source.db
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', (large?.agencyId ?? '') as never)
    .executeTakeFirstOrThrow()
  const [here, there] = [temporaryFolder(), temporaryFolder()]
  readInstanceKey(there)
  const settings = join(here, 'target.env')
  const lines = [
    '# The other installation',
    `DATABASE_URL="${urlOf(target)}"`,
    `DATA_DIR=${there}`,
    `PUBLIC_URL=${THERE}`,
  ]
  writeFileSync(settings, `${lines.join('\n')}\n`)
  const run = (...args: string[]): MoveRun =>
    runMove(['--agency', ...args, '--to', settings], {
      DATA_DIR: here,
      DATABASE_URL: urlOf(source),
      PUBLIC_URL: 'https://eu1.example.test',
    })
  return { source, target, name, sibling: foreign, run }
}

describe.each(PAIRS)('the command that moves an agency from %s to %s', (from, to) => {
  test(
    'can be resumed or canceled after an interruption or kill, or only finished if it was almost done',
    async () => {
      const { source, target, name, sibling, run } = await install([from, to])
      const count = async ({ db }: Database) =>
        Number(
          (
            await db
              .selectFrom('agencies')
              .select((eb) => eb.fn.countAll().as('count'))
              .where('name', '=', name)
              .executeTakeFirstOrThrow()
          ).count,
        )
      const touch = () =>
        source.db
          .updateTable('agencies')
          .set({ timezone: 'Europe/Berlin' })
          .where('name', '=', name)
          .execute()

      const interrupted = run(name)
      expect(await endAfter(interrupted, REFUSED, 'SIGINT')).toEqual([1, null])
      expect(interrupted.said()).toContain('The move was interrupted.')
      expect(await findMoving(source.db)).toBeNull()
      await touch()

      await endAfter(run(name), REFUSED, 'SIGKILL')
      await expect(touch()).rejects.toThrow('The agency is being moved')
      await callerAs(source.db, sibling.owner).clients.save({ name: 'New', email: 'new@example.test' })
      const other = run('Foreign Agency', '--abandon')
      expect(await other.end).toEqual([1, null])
      expect(other.said()).toContain(`“${name}” is being moved.`)
      await expect(touch()).rejects.toThrow('The agency is being moved')
      const given = run(name, '--abandon')
      expect(await given.end).toEqual([0, null])
      expect(given.said()).toContain('The agency accepts changes here again.')
      await touch()
      expect([await count(source), await count(target)]).toEqual([1, 0])

      await endAfter(run(name), ARRIVED, 'SIGKILL')
      expect(await count(target)).toBe(1)
      const moving = await findMoving(source.db)
      if (moving !== null) {
        await expect(touch()).rejects.toThrow('The agency is being moved')
        const late = run(name, '--abandon')
        expect(await late.end).toEqual([1, null])
        expect(late.said()).toContain('has already arrived')
      }
      const last = run(name)
      expect(await last.end, last.said()).toEqual([0, null])
      expect([await count(source), await count(target)]).toEqual([0, 1])
      const again = run(name)
      expect(await again.end).toEqual([0, null])
      expect(again.said()).toContain(`“${name}” has already moved to ${THERE}.`)
      const { id } = await target.db
        .selectFrom('agencies')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      expect(await findMove(source.db, id)).toMatchObject({ state: 'moved', address: THERE })
      expect(await findMove(target.db, id)).toMatchObject({ state: 'arrived' })
      const left = source.db
        .selectFrom('agencies')
        .select('id')
        .where('id', '=', sibling.agencyId as never)
      expect(await left.execute()).toHaveLength(1)
    },
    LIMIT_MS,
  )
})
