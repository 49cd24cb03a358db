import type { Db } from '#server/base/db/schema.ts'
import { newId } from '#server/base/db/values.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Mutant } from '../mutants/mutant.ts'
import type { Calls, DomainCases, Subject } from '../notation/case.ts'
import { gone, no, yes } from '../notation/cells.ts'
import { insert, now } from '../world/rows.ts'
import type { IsolationWorld } from '../world/world.ts'
import { addSepa } from './sepa.ts'

const DAY = now.slice(0, 10)

/** A bill of a new pending payout, with its file. */
export async function addBill(db: Db, agency_id: AgencyId, employee_id: string) {
  const { payout } = await addSepa(db, agency_id, employee_id)
  const bill = newId()
  const storage_key = bill.replaceAll('-', '').padEnd(48, '0')
  await insert(db, 'payout_bills', [
    {
      agency_id,
      id: bill,
      payout_id: payout,
      employee_id,
      number: bill,
      number_key: bill,
      issued_on: DAY,
      currency: 'EUR',
      net: 1000,
      treatment: 'small_business',
      tax_bps: 0,
      tax: 0,
      tax_id: null,
      payout_amount: 1000,
      recorded_by: 'Somebody',
      created_at: now,
    },
  ])
  await insert(db, 'payout_bill_files', [
    {
      agency_id,
      id: newId(),
      employee_id,
      bill_id: bill,
      name: 'bill.pdf',
      content_type: 'application/pdf',
      size: 1,
      sha256: '0',
      storage_key,
      created_at: now,
    },
  ])
  return { bill, payout }
}

/** The home agency's, added for the call. */
const home = ({ world }: Subject) => [world.home.agencyId, world.home.employee.employeeId] as const

async function addRows(db: Db, { casts }: IsolationWorld): Promise<void> {
  for (const { owner, contributor } of Object.values(casts)) {
    await addBill(db, owner.agencyId as AgencyId, contributor.employeeId)
  }
}

const calls: Calls = {
  'payouts.recordBill': async (caller, at) => {
    const { payout } = await addSepa(at.db, ...home(at))
    return caller.payouts.recordBill({
      payout_id: payout,
      number: payout,
      issued_on: DAY,
      net: 1000,
      treatment: 'small_business',
      tax_bps: 0,
      tax: 0,
    })
  },
  'payouts.billTerms': async (caller, at) =>
    caller.payouts.billTerms({ payout_id: (await addBill(at.db, ...home(at))).payout }),
  'payouts.removeBill': async (caller, at) =>
    caller.payouts.removeBill({ id: (await addBill(at.db, ...home(at))).bill }),
}

const ofPayee = [no, yes, yes, yes, no, gone, no, no, no, [gone, gone, no]] as const
const ownPay = ['of the agency', 'own pay', 'none', 'none', 'none', 'none', 'none', 'all'] as const

export const cases: DomainCases = {
  calls,
  access: {
    'payouts.billTerms': ofPayee,
    'payouts.recordBill': ofPayee,
    'payouts.removeBill': ofPayee,
  },
  areas: {},
  visible: { payout_bills: ownPay, payout_bill_files: ownPay },
  addRows,
}

export const mutants: Mutant[] = [
  {
    file: 'server/money/payouts/bills/queries/terms.ts',
    find: "    .where('employee_id', '=', employeeId)\n",
    replace: '',
    tests: ['tests/server/money/ledger/returns/purchases.test.ts'],
  },
  {
    file: 'server/money/payouts/bills/commands/record-bill.ts',
    find: "    .where('employee_id', '=', bill.employeeId)\n    .where('bill_id', 'is', null)\n",
    replace: '',
    tests: ['tests/server/money/payouts/bills.test.ts'],
  },
  {
    file: 'server/money/payouts/commands/book.ts',
    find: 'taxes: taxes.get(id) ?? [],',
    replace: 'taxes: [],',
    tests: ['tests/server/money/payouts/bills.test.ts'],
  },
]
