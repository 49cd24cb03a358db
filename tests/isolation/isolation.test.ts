import { TRPCError } from '@trpc/server'
import { describe, expect, test } from 'vitest'
import { proceduresForPrograms } from '#server/http/open-api.ts'
import { appRouter } from '#server/trpc/router.ts'
import { allows, POLICIES } from '#shared/policies.ts'
import { mismatches } from '#tests/support/api-results.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'
import type { IsolationCases } from './case.ts'

const modules = import.meta.glob<Record<string, IsolationCases>>('./cases/*.ts', { eager: true })
const cases: IsolationCases = Object.assign(
  {},
  ...Object.values(modules).flatMap((module) => Object.values(module)),
)

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { meta?: { can?: string } } }>,
)

const described = new Set(proceduresForPrograms().map(([path]) => path))

/** The code of the refusal, or null when the call went through. */
async function outcomeOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call
    return null
  } catch (error) {
    return error instanceof TRPCError ? error.code : `unexpected ${String(error)}`
  }
}

test('every procedure has a case, and every case a procedure', () => {
  expect(Object.keys(cases).sort()).toEqual(procedures.map(([path]) => path).sort())
})

const declared = procedures.flatMap(([path, procedure]) => {
  const isolation = cases[path]
  return isolation === undefined ? [] : [{ path, procedure, isolation }]
})

describe.for(declared)('$path', ({ path, procedure, isolation }) => {
  test('names the expected policy', () => {
    expect(procedure._def.meta?.can).toBe(isolation.can)
    expect(POLICIES).toHaveProperty([isolation.can])
  })

  test('is open to the roles of the matrix and to nobody else, and answers what programs are told', async () => {
    const { db } = await createTestDatabase()
    const world = await createWorld(db)
    const people = {
      agency_admin: world.home.owner,
      super_admin: world.admin,
      employee: world.home.employee,
      client: world.home.client,
    }
    let answered = 0
    for (const [role, scope] of Object.entries(people)) {
      let answer: unknown
      const call = Promise.resolve(isolation.call(callerAs(db, scope), world, db))
      const outcome = await outcomeOf(call.then((value) => (answer = value)))
      if (allows(role, isolation.can)) {
        expect(['FORBIDDEN', 'UNAUTHORIZED', 'INTERNAL_SERVER_ERROR'], `${role}: ${outcome}`).not.toContain(
          outcome,
        )
        if (outcome !== null) continue
        answered++
        if (described.has(path)) expect(mismatches(path, answer), role).toEqual([])
      } else {
        expect(outcome, role).toBe('FORBIDDEN')
      }
    }
    expect(answered, 'at least one role gets an answer').toBeGreaterThan(0)
    if (isolation.can !== 'public') {
      expect(
        await outcomeOf(Promise.resolve(isolation.call(callerAs(db, null), world, db))),
        'signed out',
      ).toBe('UNAUTHORIZED')
    }
  })

  test('neither crashes for people without an agency nor answers an unknown role', async () => {
    const { db } = await createTestDatabase()
    const world = await createWorld(db)
    for (const scope of [world.waitingEmployee, world.waitingClient]) {
      const outcome = await outcomeOf(Promise.resolve(isolation.call(callerAs(db, scope), world, db)))
      expect(outcome ?? '').not.toMatch(/INTERNAL_SERVER_ERROR|unexpected/)
    }
    const unknown = await outcomeOf(
      Promise.resolve(isolation.call(callerAs(db, { ...world.home.employee, role: null }), world, db)),
    )
    if (!allows('', isolation.can)) expect(unknown).toBe('FORBIDDEN')
  })

  const { foreign, hidden } = isolation
  if (foreign !== undefined) {
    test('answers NOT_FOUND for rows of another agency', async () => {
      const { db } = await createTestDatabase()
      const world = await createWorld(db)
      for (const scope of [world.home.owner, world.home.employee, world.home.client]) {
        if (!allows(scope.role, isolation.can)) continue
        const outcome = await outcomeOf(Promise.resolve(foreign(callerAs(db, scope), world, db)))
        expect(outcome, scope.role ?? '').toBe('NOT_FOUND')
      }
    })
  }
  if (hidden !== undefined) {
    test('returns nothing of another agency', async () => {
      const { db } = await createTestDatabase()
      const world = await createWorld(db)
      const secrets = await hidden(world, db)
      expect(secrets.length).toBeGreaterThan(0)
      for (const scope of [world.home.owner, world.home.employee, world.home.client]) {
        if (!allows(scope.role, isolation.can)) continue
        const answer = JSON.stringify(await isolation.call(callerAs(db, scope), world, db)) ?? ''
        for (const secret of secrets) expect(answer).not.toContain(secret)
      }
    })
  }
})
