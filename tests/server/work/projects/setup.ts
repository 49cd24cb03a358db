import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { newId, toInstant } from '#server/base/db/values.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld, type TestAgency } from '#tests/support/world.ts'

/** The world of two agencies, each person's caller, and callers at other times. */
export async function setUpWorld() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return {
    db,
    world,
    owner: callerAs(db, world.home.owner),
    employee: callerAs(db, world.home.employee),
    client: callerAs(db, world.home.client),
    at: (scope: SeedPerson, instant: string) => callerAs(db, scope, { now: new Date(instant) }),
  }
}

/** A project of the agency for its own client, with the contributor assigned. */
export async function addProject(
  db: Db,
  agency: TestAgency,
  name: string,
  settings: { share_hours?: number; billing_rate?: number } = {},
): Promise<string> {
  const id = newId()
  const now = toInstant(TEST_NOW)
  await db
    .insertInto('projects')
    .values({
      agency_id: agency.agencyId,
      id,
      unique_id: `PRJ-${id}`,
      name,
      description: null,
      category: 'design',
      assigned_client_id: agency.client.clientId,
      total_price: 100_000,
      start_date: '2026-03-01',
      delivery_date: '2026-04-01',
      status: 'in_progress',
      progress_override: null,
      archived_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
      ...settings,
    })
    .execute()
  await db
    .insertInto('project_assignees')
    .values({ agency_id: agency.agencyId, project_id: id, employee_id: agency.employee.employeeId })
    .execute()
  return id
}
