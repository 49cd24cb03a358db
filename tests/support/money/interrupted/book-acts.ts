import type { Db } from '#server/base/db/schema.ts'
import { givePasswords, PASSWORD } from '../../api-tokens.ts'
import { callerAs, TEST_NOW } from '../../caller.ts'
import { createWorld, type World } from '../../world.ts'
import { toCamt } from '../bank/bank-files.ts'
import { importFile, lineOf, statementOf } from '../bank/bank-import.ts'
import { depositOf, draftFor } from '../money.ts'

/** Performs an action on the books of a prepared database, with the ids that the preparation returned. */
export interface BookAct {
  prepare: (at: Prepared) => Promise<unknown>
  act: (at: Prepared, made: never) => Promise<unknown>
}

export interface Prepared {
  db: Db
  world: World
}

/** A pair whose second function takes what the first one returns. */
const act = <Made>(
  prepare: (at: Prepared) => Promise<Made>,
  perform: (at: Prepared, made: Made) => Promise<unknown>,
): BookAct => ({ prepare, act: perform })

const ownerOf = ({ db, world }: Prepared) => callerAs(db, world.home.owner)
const contributorOf = ({ db, world }: Prepared) => callerAs(db, world.home.employee)

export async function preparedWorld(db: Db): Promise<Prepared> {
  const world = await createWorld(db)
  const { agencyId } = world.home
  await givePasswords(db)
  await db.updateTable('agencies').set({ currency: 'EUR' }).where('id', '=', agencyId).execute()
  const bank = { account_holder: 'Home Agency', iban: 'DE02120300000000202051', country: 'DE' }
  await db
    .insertInto('billing_profiles')
    .values({ agency_id: agencyId, ...bank, version: 1, updated_at: TEST_NOW.toISOString() })
    .execute()
  return { db, world }
}

export async function pendingPayout(at: Prepared, amount = 100_00): Promise<string> {
  const { employeeId } = at.world.home.employee
  const payout = { employee_id: employeeId, description: 'Work', amount }
  return (await ownerOf(at).payouts.create(payout)).id
}

/** A deposit of 119.00 EUR, 19% of it tax, with its advance invoice. */
export const depositWithAdvance = ({ world }: Prepared, request_id: string) => ({
  ...depositOf(world.home.client.clientId, 119_00, 'EUR'),
  advance: { tax_bps: 1900 },
  request_id,
})

/** A bill of 100.00 with 19% tax. */
export const taxedBill = (payout_id: string, number = 'R-1') => ({
  ...{ payout_id, number, issued_on: '2026-03-04', net: 100_00, tax_bps: 1900, tax: 19_00 },
  ...{ treatment: 'taxed' as const, country: 'DE', tax_id: '12/345/67890' },
})

/** The same with a deductible share of one half. */
export const partlyDeductible = (payout_id: string, number?: string) => ({
  ...taxedBill(payout_id, number),
  deductible_bps: 5000,
})

/** 119.00 with 19% tax and a deductible share of one half. */
export const taxedExpense = {
  ...{ category: 'software' as const, description: 'Tool', spent_on: '2026-03-04', amount: 119_00 },
  ...{ tax_bps: 1900, tax_amount: 19_00, deductible_bps: 5000 },
}

/** The same without tax on its bill, in another currency. */
const owedExpense = {
  ...{ ...taxedExpense, tax_bps: null, tax_amount: null, currency: 'USD', base_amount: 100_00 },
  ...{ treatment: 'reverse_charge' as const, supplier_country: 'US' },
}

const savedExpense = async (at: Prepared): Promise<string> =>
  (await ownerOf(at).finance.saveExpense(taxedExpense)).id

export async function paidPayout(at: Prepared, amount?: number): Promise<string> {
  const id = await pendingPayout(at, amount)
  await ownerOf(at).payouts.payBatch({ ids: [id] })
  return id
}

async function sentInvoice(at: Prepared) {
  const owner = ownerOf(at)
  const { id } = await owner.invoices.save({ ...draftFor(at.world.home.client.clientId), currency: 'EUR' })
  return owner.invoices.send({ id })
}

const statement = (text: string) =>
  toCamt([statementOf([{ ...lineOf(3600_00, text), id: 'REF1' }], { currency: 'EUR' })])

const importing = (at: Prepared, text: string) => importFile(at.db, at.world.home.owner, statement(text))

/** An imported line that pays an invoice. */
async function lineOfInvoice(at: Prepared) {
  const { number } = await sentInvoice(at)
  await importing(at, `Invoice ${number}`)
  const [line] = (await ownerOf(at).bank.lines({})).items
  const [suggestion] = line?.suggestions ?? []
  if (line === undefined || suggestion === undefined) throw new Error('Nothing is suggested.')
  return { id: line.id, version: line.version, parts: suggestion.parts }
}

async function agreed(at: Prepared): Promise<void> {
  const { employeeId: employee_id } = at.world.home.employee
  await ownerOf(at).payouts.requestSelfBilling({ employee_id, prefix: 'SB-ZOE-' })
  await contributorOf(at).payouts.acceptSelfBilling({
    ...{ version: 1, text_version: '1', legal_name: 'Zoe', address: 'Main Street 1', postal_code: '1' },
    ...{ city: 'Berlin', country: 'DE', treatment: 'taxed', tax_bps: 1900, tax_id: '12/345/67890' },
  })
}

async function sepaBatch(at: Prepared): Promise<string> {
  const payout = await payableByFile(at)
  const made = await ownerOf(at).payouts.createSepaBatch({ payout_ids: [payout], execute_on: '2026-03-06' })
  return made.id
}

async function payableByFile(at: Prepared): Promise<string> {
  await contributorOf(at).payouts.saveAccount({
    ...{ account_holder: 'Zoe', iban: 'DE89370400440532013000', version: 0, password: PASSWORD },
  })
  return pendingPayout(at)
}

/** A final invoice that deducts an advance invoice of which a part was received. */
async function finalInvoice(at: Prepared): Promise<string> {
  const owner = ownerOf(at)
  const draft = { ...draftFor(at.world.home.client.clientId), currency: 'EUR' }
  const item = { description: 'Work', quantity: 1, tax_bps: 1900 }
  const advance = await owner.invoices.save({
    ...draft,
    stage: 'advance',
    items: [{ ...item, rate: 100_00 }],
  })
  await owner.invoices.send({ id: advance.id })
  const paid = { amount: 50_00, method: 'bank', request_id: crypto.randomUUID() } as const
  await owner.payments.recordManual({ invoice_id: advance.id, ...paid })
  const items = [{ ...item, rate: 900_00 }]
  const final = await owner.invoices.save({ ...draft, stage: 'final', advance_ids: [advance.id], items })
  return final.id
}

export const BOOK_ACTS: Readonly<Record<string, BookAct>> = {
  'importing a statement': act(
    async () => {},
    (at) => importing(at, 'Thanks'),
  ),
  'accepting a line': act(lineOfInvoice, (at, line) => ownerOf(at).bank.accept(line)),
  'undoing a match': act(
    async (at) => ownerOf(at).bank.accept(await lineOfInvoice(at)),
    (at, { id }) => ownerOf(at).bank.undo({ id }),
  ),
  'recording a deposit with an advance invoice': act(
    async () => crypto.randomUUID(),
    (at, requestId) => ownerOf(at).payments.recordManual(depositWithAdvance(at, requestId)),
  ),
  'recording a contributor’s bill': act(
    (at: Prepared) => pendingPayout(at),
    (at, payoutId) => contributorOf(at).payouts.recordBill(taxedBill(payoutId)),
  ),
  'paying a batch of payouts': act(
    async (at) => [await pendingPayout(at), await pendingPayout(at)],
    (at, ids) => ownerOf(at).payouts.payBatch({ ids }),
  ),
  'recording the bill of a paid payout': act(
    (at: Prepared) => paidPayout(at),
    (at, payout_id) =>
      ownerOf(at).payouts.recordBill({
        ...{ payout_id, number: 'R-1', issued_on: '2026-03-04', net: 100_00, tax_bps: 0, tax: 0 },
        ...{ treatment: 'reverse_charge', country: 'FR', tax_id: '12/345/67890' },
      }),
  ),
  'recording the partly deductible bill of a paid payout': act(
    (at) => paidPayout(at, 119_00),
    (at, payoutId) => ownerOf(at).payouts.recordBill(partlyDeductible(payoutId)),
  ),
  'paying a partly deductible bill': act(
    async (at) => {
      const id = await pendingPayout(at)
      await ownerOf(at).payouts.recordBill(partlyDeductible(id))
      return id
    },
    (at, id) => ownerOf(at).payouts.payBatch({ ids: [id] }),
  ),
  'writing a self-billed document': act(
    async (at) => {
      await agreed(at)
      return paidPayout(at)
    },
    (at, payout_id) => ownerOf(at).payouts.issueSelfBill({ payout_id }),
  ),
  'rejecting a self-billed document': act(
    async (at) => {
      await agreed(at)
      const payout = await ownerOf(at).payouts.issueSelfBill({ payout_id: await paidPayout(at) })
      return payout.bill?.self_bill_id ?? ''
    },
    (at, id) => contributorOf(at).payouts.voidSelfBill({ id, reason: 'Wrong' }),
  ),
  'making a SEPA file': act(payableByFile, (at, payout) =>
    ownerOf(at).payouts.createSepaBatch({ payout_ids: [payout], execute_on: '2026-03-06' }),
  ),
  'recording a SEPA file as paid': act(sepaBatch, (at, id) => ownerOf(at).payouts.settleSepaBatch({ id })),
  'sending a final invoice': act(finalInvoice, (at, id) => ownerOf(at).invoices.send({ id })),
  'entering an expense with tax owed': act(
    async () => {},
    (at) => ownerOf(at).finance.saveExpense(owedExpense),
  ),
  'changing how an expense is taxed': act(savedExpense, (at, id) =>
    ownerOf(at).finance.saveExpense({ ...owedExpense, id, version: 1 }),
  ),
  'deleting a taxed expense': act(savedExpense, (at, id) => ownerOf(at).finance.deleteExpense({ id })),
  'closing a year': act(
    async (at) => {
      const expense = { category: 'software', description: 'Licence', amount: 10_00 } as const
      await ownerOf(at).finance.saveExpense({ ...expense, spent_on: '2025-11-03' })
      return (await ownerOf(at).finance.yearEnd()).year?.to ?? ''
    },
    (at, to) => ownerOf(at).finance.closeYear({ to, version: 0 }),
  ),
}
