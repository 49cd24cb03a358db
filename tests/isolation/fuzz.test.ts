import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { actAs } from '#scripts/seed/person.ts'
import { publicContext } from '#server/base/core/rows/reach.ts'
import type { Db } from '#server/base/db/schema.ts'
import { appRouter } from '#server/router.ts'
import { callerOf, testServices } from '#tests/support/caller.ts'
import { inputsOf, type Pool } from '#tests/support/databases/from-schema.ts'
import type { Path } from './notation/case.ts'
import type { Row } from './notation/cells.ts'
import { TABLE } from './tables/table.ts'
import { PASSWORD } from './world/people.ts'
import { type IsolationWorld, openIsolationWorld, undone } from './world/world.ts'

/** Inputs for each procedure and each role that may call it; other roles send one. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 12)
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_304)

const ROLES = ['admin', 'owner', 'contributor', 'client', 'signedOut'] as const
type Role = (typeof ROLES)[number]
const COLUMN: Record<Role, 0 | 1 | 3 | 4> = { admin: 0, owner: 1, contributor: 3, client: 4, signedOut: 4 }

/** These copy or move files of the whole instance, which can't be rolled back. */
const OUTSIDE_TRANSACTIONS: Path[] = ['platform.runJob']

const open = openIsolationWorld()
const procedures = Object.entries(appRouter._def.procedures) as unknown as [
  Path,
  { _def: { inputs: z.ZodType[] } },
][]

/** Rows and people of the world, so that inputs get past the first lookup. */
function poolOf({ rows, own, people, home, casts }: IsolationWorld): Pool {
  const uuids = [rows.alpha, rows.foreign, own.owner, own.contributor, own.client].flatMap(textsIn)
  const ids = [...uuids, home.agencyId, people.contributor.userId, people.client.userId]
  const emails = [people.owner.email, people.client.email, people.waitingClient.email, 'nobody@example.test']
  return {
    uuid: ids.filter((text) => z.uuid().safeParse(text).success),
    user_id: [people.owner.userId, people.contributor.userId],
    client_id: [casts.alpha.client.clientId, casts.bravo.client.clientId],
    employee_id: [casts.alpha.contributor.employeeId],
    project_id: [rows.alpha.project.id, rows.bravo.project.id, rows.foreign.project.id],
    email: emails,
    password: [PASSWORD, 'another good one'],
    current_password: [PASSWORD, 'wrong'],
    token: [rows.alpha.link, rows.alpha.invitation.token, 'a'.repeat(43)],
    currency: ['USD', 'EUR', 'JPY', 'XXX'],
    timezone: ['UTC', 'America/New_York', 'Pacific/Apia', '+14:00'],
    duration: ['1h', '1h 30m', '24h', '0.001'],
    method: ['mock_card_visa', 'mock_card_declined', 'mock_card_3ds', 'pm_card'],
    url: ['https://example.test/hook', 'http://[::1]/', 'https://user:pass@host/'],
    code: ['123456', 'ABCD-EFGH'],
    csv: ['name,email\nAnn,ann@example.test\n', 'name;email\n"A""nn";x@example.test', 'name,email\n"a"b,c'],
    date: ['2026-03-04', '2026-02-17', '2024-02-29', '0000-01-01', '0001-01-01', '1900-01-01', '9999-12-31'],
    'date-time': ['2026-03-04T12:00:00.000Z', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    start: ['2026-03-04T09:00', '9999-12-31T23:59', '0000-01-01T00:00'],
    end: ['2026-03-04T10:00', '2026-03-05T10:00', '9999-12-31T23:59'],
  }
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** Calls as this role and rolls back; null if the response or error is an expected one. */
async function failureOf(path: Path, role: Role, input: unknown): Promise<string | null> {
  const { db, world } = open()
  const causes: unknown[] = []
  const log = { error: ({ err }: { err: unknown }) => causes.push(err), warn: () => {}, info: () => {} }
  const call = async (trx: Db): Promise<string | null> => {
    const services = { ...testServices(trx), log: log as never }
    const ctx = role === 'signedOut' ? publicContext({ services }) : actAs(services, world.people[role])
    const [domain = '', name = ''] = path.split('.')
    const caller = callerOf(ctx) as unknown as Record<string, Record<string, (input: unknown) => unknown>>
    try {
      const answer = await caller[domain]?.[name]?.(input)
      await (answer as AsyncIterable<unknown> | null)?.[Symbol.asyncIterator]?.().return?.()
      return causes.length === 0 ? null : `logged ${causes[0]}`
    } catch (error) {
      if (error instanceof TRPCError && getHTTPStatusCodeFromError(error) < 500) return null
      return String(causes[0] ?? error)
    }
  }
  return undone(db, call)
}

const shortly = (input: unknown): string => {
  const text = JSON.stringify(input, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
  return text === undefined ? String(input) : text.replaceAll(/(.)\1{50,}/g, '$1…').slice(0, 300)
}

describe.for(procedures)('%s', ([path, { _def }]) => {
  test.skipIf(OUTSIDE_TRANSACTIONS.includes(path))('handles any input', async () => {
    const [schema = z.undefined()] = _def.inputs
    const inputs = inputsOf(schema, poolOf(open().world))
    const failures: string[] = []
    for (const [index, role] of ROLES.entries()) {
      const row: Row = TABLE[path]
      const refused = row[COLUMN[role]] === 'FORBIDDEN' || role === 'signedOut'
      const sent = fc.sample(inputs, { seed: SEED + index, numRuns: refused ? 1 : RUNS })
      for (const input of sent) {
        const failure = await failureOf(path, role, input)
        if (failure !== null) failures.push(`${role} ${shortly(input)}: ${failure.slice(0, 200)}`)
      }
    }
    expect(failures).toEqual([])
  })
})
