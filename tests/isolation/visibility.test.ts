import { beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#server/base/core/context.ts'
import { payLinkContext, publicContext } from '#server/base/core/rows/reach.ts'
import { selectFrom } from '#server/base/core/rows/rows.ts'
import type { TenantTable } from '#server/base/db/tenants.ts'
import { VISIBILITY } from '#server/domains.ts'
import { ctxFor, testServices } from '#tests/support/caller.ts'
import type { Looker, Looks } from './notation/visibility-words.ts'
import { addRest } from './rest-of-rows.ts'
import { expectedRows } from './tables/visibility-table.ts'
import type { Viewer } from './world/people.ts'
import { openIsolationWorld } from './world/world.ts'

const open = openIsolationWorld()

beforeAll(async () => {
  const { db, world } = open()
  await addRest(db, world)
})

/** The viewers of each table. */
const LOOKS: Record<Viewer, Looks> = {
  admin: 'admin',
  owner: 'owner',
  coOwner: 'owner',
  contributor: 'contributor',
  contributorB: 'contributor',
  client: 'client',
  clientB: 'client',
  billingContact: 'billing',
  projectsContact: 'projects',
  foreignOwner: 'owner',
  foreignContributor: 'contributor',
  foreignClient: 'client',
  suspendedOwner: 'owner',
  suspendedContributor: 'contributor',
  suspendedClient: 'client',
  waitingContributor: 'alone',
  waitingClient: 'alone',
  unknownRole: 'alone',
}

const NOBODY: Looker = { agency: null, user: null, client: null, employee: null, invoice: null }

/** All viewers: people, signed-out visitors, and holders of links to a sent invoice and a draft. */
function viewersOf(): { name: string; ctx: Ctx; looks: Looks; by: Looker }[] {
  const { db, world } = open()
  const signedOut = publicContext({ services: testServices(db) })
  const people = Object.entries(world.people).map(([viewer, person]) => ({
    name: viewer,
    ctx: ctxFor(db, person),
    looks: LOOKS[viewer as Viewer],
    by: {
      agency: person.agencyId,
      user: person.userId,
      client: person.clientId,
      employee: person.employeeId,
      invoice: null,
    },
  }))
  const links = [world.rows.alpha.invoice, world.rows.foreign.invoice, world.rows.alpha.draft].map((id) => ({
    name: `link to ${id}`,
    ctx: payLinkContext(signedOut, { id, payerName: 'Payer' }),
    looks: 'link' as const,
    by: { ...NOBODY, invoice: id },
  }))
  const { admin, owner } = world.people
  const view = {
    name: 'a view as the owner',
    ctx: ctxFor(db, { ...owner, userId: admin.userId, viewedUserId: owner.userId, readOnly: 'view-as' }),
    looks: 'view' as const,
    by: { agency: owner.agencyId, user: owner.userId, client: null, employee: null, invoice: null },
  }
  return [...people, view, { name: 'signed out', ctx: signedOut, looks: 'alone', by: NOBODY }, ...links]
}

const textsOf = (rows: unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

describe.for((Object.keys(VISIBILITY) as TenantTable[]).map((table) => [table] as const))('%s', ([table]) => {
  test('shows everyone exactly the rows listed in the table', async () => {
    const { db } = open()
    for (const { name, ctx, looks, by } of viewersOf()) {
      const seen = await selectFrom(ctx, table as 'tasks')
        .selectAll()
        .execute()
      const expected = await db
        .selectFrom(table as 'tasks')
        .selectAll()
        .where(expectedRows(table, looks, by))
        .execute()
      expect(textsOf(seen), name).toEqual(textsOf(expected))
    }
  })

  test('is fully visible to the system and, among users, only to the platform', async () => {
    const { db } = open()
    const all = await everyRow(table)
    expect(all.length).toBeGreaterThan(1)
    expect(
      textsOf(
        await selectFrom(ctxFor(db, null), table as 'tasks')
          .selectAll()
          .execute(),
      ),
    ).toEqual(textsOf(all))
    for (const { name, ctx, looks } of viewersOf()) {
      if (looks === 'admin') continue
      const seen = await selectFrom(ctx, table as 'tasks')
        .selectAll()
        .execute()
      expect(seen.length, name).toBeLessThan(all.length)
    }
  })
})

const everyRow = (table: TenantTable) =>
  open()
    .db.selectFrom(table as 'tasks')
    .selectAll()
    .execute()
