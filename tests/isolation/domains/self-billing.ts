import type { Db } from '#server/base/db/schema.ts'
import { newId } from '#server/base/db/values.ts'
import { supplierParty } from '#server/money/payouts/rules.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { SelfBillPaper } from '#shared/money/self-bill-paper.ts'
import type { Mutant } from '../mutants/mutant.ts'
import type { Calls, DomainCases, Subject } from '../notation/case.ts'
import { gone, no, notRequested, own, yes } from '../notation/cells.ts'
import { insert, now } from '../world/rows.ts'
import type { IsolationWorld } from '../world/world.ts'
import { addBill } from './bills.ts'
import { addSepa } from './sepa.ts'

const DAY = now.slice(0, 10)
const stamps = { created_at: now, updated_at: now }
const DETAILS = {
  legal_name: 'Somebody',
  address: 'Main Street 1',
  postal_code: null,
  city: 'Springfield',
  country: 'US',
  tax_id: null,
  treatment: 'small_business' as const,
  tax_bps: 0,
}

/** A contributor's series with an agreement, accepted or only requested. */
async function addAgreement(db: Db, agency_id: AgencyId, employee_id: string, accepted = true) {
  const id = newId()
  const prefix = `SB-${id}-`
  const series = { agency_id, employee_id, prefix, prefix_key: prefix, next_number: 2, created_at: now }
  await insert(db, 'self_bill_series', [series])
  const accepting = accepted ? { accepted_by: 'Somebody', accepted_at: now, ...DETAILS } : {}
  const { length } = await db
    .selectFrom('self_billing_agreements')
    .select('id')
    .where('employee_id', '=', employee_id)
    .execute()
  await db
    .updateTable('self_billing_agreements')
    .set({ revoked_at: now })
    .where('employee_id', '=', employee_id)
    .execute()
  await db
    .insertInto('self_billing_agreements')
    .values({
      agency_id,
      id,
      employee_id,
      generation: length + 1,
      prefix_key: prefix,
      text_version: '1',
      requested_by: 'Somebody',
      document_count: 0,
      version: 1,
      ...accepting,
      ...stamps,
    })
    .execute()
  return { agreement: id, prefix }
}

const paperOf = (number: string): SelfBillPaper => ({
  number,
  issued_on: DAY,
  currency: 'EUR',
  supplier: supplierParty(DETAILS),
  customer: supplierParty({ ...DETAILS, legal_name: 'Somewhere' }),
  supply_from: null,
  supply_to: null,
  lines: [{ description: 'Work', seconds: null, rate: null, amount: 1000 }],
  includes_tax: false,
  treatment: 'small_business',
  tax_bps: 0,
  net: 1000,
  tax: 0,
  agreed_on: DAY,
  cancels: null,
})

/** A self-billed document of a pending payout. */
export async function addSelfBill(db: Db, agency_id: AgencyId, employee_id: string) {
  const { agreement, prefix } = await addAgreement(db, agency_id, employee_id)
  const { bill, payout } = await addBill(db, agency_id, employee_id)
  const id = newId()
  const number = `${prefix}0001`
  await insert(db, 'self_bills', [
    {
      agency_id,
      id,
      employee_id,
      agreement_id: agreement,
      payout_id: payout,
      kind: 'bill',
      number,
      number_key: number,
      cancels_id: null,
      reason: null,
      issued_on: DAY,
      currency: 'EUR',
      net: 1000,
      tax: 0,
      paper: JSON.stringify(paperOf(number)),
      made_by: 'Somebody',
      made_side: 'agency',
      created_at: now,
    },
  ])
  await db.deleteFrom('payout_bill_files').where('bill_id', '=', bill).execute()
  await db.updateTable('payout_bills').set({ self_bill_id: id }).where('id', '=', bill).execute()
  await insert(db, 'payout_tax_changes', [{ agency_id, entry_id: newId(), payout_id: payout }])
  return id
}

/** The home agency's, added for the call. */
const home = ({ world }: Subject) => [world.home.agencyId, world.home.employee.employeeId] as const
const payee = ({ world }: Subject) => ({ employee_id: world.home.employee.employeeId })

async function addRows(db: Db, { casts }: IsolationWorld): Promise<void> {
  for (const { owner, contributor } of Object.values(casts)) {
    await addSelfBill(db, owner.agencyId as AgencyId, contributor.employeeId)
  }
}

const calls: Calls = {
  'payouts.selfBilling': (caller, at) => caller.payouts.selfBilling(payee(at)),
  'payouts.selfBills': (caller, at) => caller.payouts.selfBills(payee(at)),
  'payouts.requestSelfBilling': async (caller, at) => {
    await at.db.updateTable('self_billing_agreements').set({ revoked_at: now }).execute()
    return caller.payouts.requestSelfBilling({ ...payee(at), prefix: `SB-${newId().slice(-12)}-` })
  },
  'payouts.acceptSelfBilling': async (caller, at) => {
    await addAgreement(at.db, ...home(at), false)
    return caller.payouts.acceptSelfBilling({ ...DETAILS, version: 1, text_version: '1' })
  },
  'payouts.revokeSelfBilling': async (caller, at) => {
    await addAgreement(at.db, ...home(at))
    return caller.payouts.revokeSelfBilling({ ...payee(at), version: 1 })
  },
  'payouts.issueSelfBill': async (caller, at) => {
    await addAgreement(at.db, ...home(at))
    const { payout } = await addSepa(at.db, ...home(at))
    return caller.payouts.issueSelfBill({ payout_id: payout })
  },
  'payouts.voidSelfBill': async (caller, at) =>
    caller.payouts.voidSelfBill({ id: await addSelfBill(at.db, ...home(at)), reason: 'Wrong' }),
}

const ofPayee = [no, yes, yes, yes, no, gone, no, no, no, [gone, gone, no]] as const
const ofOwners = [no, yes, yes, no, no, no, no, no, no, gone] as const
const ownPay = ['of the agency', 'own pay', 'none', 'none', 'none', 'none', 'none', 'all'] as const

export const cases: DomainCases = {
  calls,
  access: {
    'payouts.selfBilling': ofPayee,
    'payouts.selfBills': [no, yes, yes, yes, no, own, no, no, no, [own, own, no]],
    'payouts.requestSelfBilling': ofOwners,
    'payouts.acceptSelfBilling': [
      ...([no, no, no, yes, no] as const),
      notRequested,
      ...([no, no, no] as const),
      [no, notRequested, no],
    ],
    'payouts.revokeSelfBilling': ofPayee,
    'payouts.issueSelfBill': ofOwners,
    'payouts.voidSelfBill': ofPayee,
  },
  areas: {},
  visible: {
    self_billing_agreements: ownPay,
    self_bill_series: ownPay,
    self_bills: ownPay,
    payout_tax_changes: 'owner',
  },
  addRows,
}

const tests = ['tests/server/money/payouts/self-billing.test.ts']

export const mutants: Mutant[] = [
  {
    file: 'server/money/payouts/self-billing/commands/issue.ts',
    find: "    .where('revoked_at', 'is', null)\n",
    replace: '',
    tests,
  },
  {
    file: 'server/money/payouts/self-billing/commands/issue.ts',
    find: 'agreement === undefined || supplier === null',
    replace: 'agreement === undefined',
    tests,
  },
  {
    file: 'server/money/payouts/commands/cancel.ts',
    find: '    await reverseTaxChanges(tx, input.id)\n',
    replace: '',
    tests,
  },
  {
    file: 'server/money/payouts/self-billing/commands/void.ts',
    find: "if (payout.status === 'succeeded') await takeBackTax(books, payout.id)",
    replace: '',
    tests,
  },
]
