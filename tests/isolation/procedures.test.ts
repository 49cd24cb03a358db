import { TRPCError } from '@trpc/server'
import { describe, expect, test } from 'vitest'
import { proceduresForPrograms } from '#server/door/http/api/open-api.ts'
import { appRouter } from '#server/router.ts'
import { callerAs } from '#tests/support/caller.ts'
import { mismatches } from '#tests/support/reports/api-results.ts'
import { COUNTERPART, type Path, subjectFor } from './notation/case.ts'
import { type Cell, letter, link, type Row } from './notation/cells.ts'
import { CALLS } from './tables/domain-cases.ts'
import { PUBLIC, WHILE_SUSPENDED, WITHOUT_ROLE } from './tables/open-to.ts'
import { TABLE } from './tables/table.ts'
import { leaksIn } from './world/canaries.ts'
import { VIEWERS, type Viewer } from './world/people.ts'
import { openIsolationWorld, undone } from './world/world.ts'

const paths = Object.keys(TABLE) as Path[]
const described = new Set(proceduresForPrograms(appRouter).map(([path]) => path))

const open = openIsolationWorld()

test('the access table lists every procedure, and each has a test call', () => {
  const declared = paths.toSorted()
  expect(Object.keys(appRouter._def.procedures).sort()).toEqual(declared)
  expect(Object.keys(CALLS).sort()).toEqual(declared)
})

interface Outcome {
  /** The error code, or null if the call succeeded. */
  code: string | null
  answer: unknown
  /** All data the caller received. */
  text: string
}

function tryAs(path: Path, viewer: Viewer | 'signedOut'): Promise<Outcome> {
  const { db, world } = open()
  const call = CALLS[path]
  if (call === undefined) throw new Error(`${path} has no call`)
  const row: Row = TABLE[path]
  const run = async (at: typeof db): Promise<Outcome> => {
    const scope = viewer === 'signedOut' ? null : world.people[viewer]
    const person = viewer === 'signedOut' ? 'client' : viewer
    // If the role itself isn't allowed, its counterpart can't prepare anything.
    const prepares = expectedCode(cellOf(row, COUNTERPART[person])) === null
    const subject = subjectFor(at, world, person, prepares ? undefined : 'owner')
    try {
      const answer = await call(callerAs(at, scope), subject)
      return { code: null, answer, text: JSON.stringify(answer) ?? '' }
    } catch (error) {
      const code = error instanceof TRPCError ? error.code : `unexpected ${String(error)}`
      return { code, answer: null, text: `${String(error)} ${JSON.stringify(error)}` }
    }
  }
  return undone(db, run)
}

const COLUMNS = [
  'admin',
  'owner',
  'coOwner',
  'contributor',
  'client',
  'contributorB',
  'clientB',
  'billingContact',
  'projectsContact',
] as const
const ABROAD = ['foreignOwner', 'foreignContributor', 'foreignClient'] as const

/** The expected result; people of another agency are denied what their role is denied in the home agency. */
function cellOf(row: Row, viewer: (typeof COLUMNS)[number] | (typeof ABROAD)[number]): Cell {
  const column = (COLUMNS as readonly string[]).indexOf(viewer)
  if (column >= 0) return row[column] as Cell
  if (cellOf(row, COUNTERPART[viewer]) === 'FORBIDDEN') return 'FORBIDDEN'
  const foreign = row[9]
  if (typeof foreign === 'string' || !('length' in foreign)) return foreign
  return foreign[ABROAD.indexOf(viewer as (typeof ABROAD)[number])] as Cell
}

const expectedCode = (cell: Cell): string | null => {
  if (typeof cell !== 'string') return 'code' in cell ? cell.code : null
  return cell === 'result' || cell === 'nothing' ? null : cell
}

describe.for(paths)('%s', (path) => {
  const row: Row = TABLE[path]

  test('allows and denies as listed, and returns only permitted data', async () => {
    const leaks: string[] = []
    const listen = (viewer: Viewer | 'signedOut', { text }: Outcome, cell?: Cell) => {
      const holds = typeof cell === 'object' && 'holds' in cell ? cell.holds : []
      const found = leaksIn(text, viewer === 'signedOut' ? null : viewer, holds)
      leaks.push(...found.map((canary) => `${viewer}: ${canary}`))
    }
    for (const viewer of [...COLUMNS, ...ABROAD]) {
      const cell = cellOf(row, viewer)
      const outcome = await tryAs(path, viewer)
      expect(outcome.code, viewer).toBe(expectedCode(cell))
      if (cell === 'result' && described.has(path))
        expect(mismatches(path, outcome.answer), viewer).toEqual([])
      listen(viewer, outcome, cell)
    }
    expect(leaks).toEqual([])
  })

  test('the table covers all kinds of users', async () => {
    const rest = VIEWERS.filter((viewer) => ![...COLUMNS, ...ABROAD].some((known) => known === viewer))
    for (const viewer of rest) {
      const { code, text } = await tryAs(path, viewer)
      // A link works for anyone who has it.
      const { holds = [] } = row[9] as { holds?: [] }
      expect(leaksIn(text, viewer, holds), viewer).toEqual([])
      if (viewer.startsWith('suspended') && !WHILE_SUSPENDED.includes(path))
        expect(code, viewer).toBe('FORBIDDEN')
      else if (viewer === 'unknownRole' && !WITHOUT_ROLE.includes(path))
        expect(code, viewer).toBe('FORBIDDEN')
      else expect(code ?? '', viewer).not.toMatch(/INTERNAL_SERVER_ERROR|unexpected/)
    }
    const { code, text } = await tryAs(path, 'signedOut')
    if (PUBLIC.includes(path)) {
      const { holds = [] } = row[9] as { holds?: [] }
      expect(code).toBeNull()
      expect(leaksIn(text, null, holds)).toEqual([])
    } else expect(code).toBe('UNAUTHORIZED')
  })
})

/** Links emailed to signed-out users whose agency is suspended. */
test.for(PUBLIC.filter((path) => TABLE[path][9] === link || TABLE[path][9] === letter))(
  '%s finds nothing in a suspended agency',
  async (path) => {
    const { db, world } = open()
    await undone(db, async (trx) => {
      const subject = { ...subjectFor(trx, world, 'client'), rows: world.rows.suspended }
      await expect(CALLS[path]?.(callerAs(trx, null), subject)).rejects.toBeInstanceOf(TRPCError)
    })
  },
)

test("an internal attachment doesn't reveal its name to a client", async () => {
  const { db, world } = open()
  const leaks = await undone(db, async (trx) => {
    const { project, attachment } = world.rows.alpha
    const message = { project_id: project.id, content: 'Look', file_ids: [attachment] }
    const answer = await callerAs(trx, world.people.client)
      .messages.send(message)
      .catch((error: unknown) => String(error))
    return leaksIn(JSON.stringify(answer), 'client')
  })
  expect(leaks).toEqual([])
})
