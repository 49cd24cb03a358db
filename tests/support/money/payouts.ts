import type { Db } from '#server/base/db/schema.ts'
import { toInstant } from '#server/base/db/values.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addContributor, createWorld, type TestAgency } from '#tests/support/world.ts'

export const AGENCY_IBAN = 'DE02120300000000202051'
export const PAYEE_IBAN = 'DE89370400440532013000'
export const OTHER_IBAN = 'FR1420041010050500013M02606'

/** The state after bank details were entered in Settings. */
export async function payInEuros(db: Db, { agencyId }: Pick<TestAgency, 'agencyId'>): Promise<void> {
  await db.updateTable('agencies').set({ currency: 'EUR' }).where('id', '=', agencyId).execute()
  const bank = { account_holder: 'Müller & Söhne GmbH', iban: AGENCY_IBAN, bic: 'BYLADEM1001' }
  await db
    .insertInto('billing_profiles')
    .values({ agency_id: agencyId, ...bank, version: 1, updated_at: toInstant(TEST_NOW) })
    .onConflict((clash) => clash.column('agency_id').doUpdateSet(bank))
    .execute()
}

/** An agency in euros with two contributors; `pay` adds a pending payout. */
export async function setUpSepa() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  await payInEuros(db, world.home)
  const second = await addContributor(db, world.home.agencyId, 'Zoe Angstrom')
  const owner = callerAs(db, world.home.owner)
  const pay = (amount: number, employee_id = world.home.employee.employeeId, description = 'Website') =>
    owner.payouts.create({ employee_id, amount, description })
  return { db, world, owner, second, pay, contributor: callerAs(db, world.home.employee) }
}
