import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import type { AgencyCtx } from '#server/base/core/context.ts'
import { endToEndIdOf } from '#server/money/payouts/rules.ts'
import { openBatchFile } from '#server/money/payouts/sepa/queries/batches.ts'
import { givePasswords, PASSWORD } from '#tests/support/api-tokens.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { importFile, lineOf, statementOf } from '#tests/support/money/bank/bank-import.ts'
import { AGENCY_IBAN, OTHER_IBAN, PAYEE_IBAN, setUpSepa } from '#tests/support/money/payouts.ts'

const DAY = '2026-03-06'
const account = (iban: string, rest: object = {}) => ({
  account_holder: 'Ada Byron',
  iban,
  version: 0,
  password: PASSWORD,
  ...rest,
})

async function setUp() {
  const at = await setUpSepa()
  await givePasswords(at.db)
  await at.contributor.payouts.saveAccount(account(PAYEE_IBAN, { bic: 'COBADEFFXXX' }))
  await at.owner.payouts.saveAccount(
    account(OTHER_IBAN, { employee_id: at.second.employeeId, account_holder: 'Zoë Ångström' }),
  )
  const make = (...ids: string[]) => at.owner.payouts.createSepaBatch({ payout_ids: ids, execute_on: DAY })
  const file = (id: string) => openBatchFile(ctxFor(at.db, at.world.home.owner) as AgencyCtx, id)
  const expenses = async () => (await at.owner.finance.summary({})).current.expenses
  return { ...at, make, file, expenses }
}

test('a file contains the selected payouts, and the batch is listed with its total', async () => {
  const { owner, pay, second, make, file } = await setUp()
  const one = await pay(100_005)
  const two = await pay(7, second.employeeId, 'Logo für Groß')
  await pay(500)
  const batch = await make(one.id, two.id)
  expect(batch).toMatchObject({
    total: 100_012,
    transfer_count: 2,
    paid_count: 0,
    status: 'open',
    execute_on: DAY,
    made_by: 'Home Owner',
  })
  expect((await owner.payouts.sepaBatches({})).items).toEqual([batch])
  const { name, content } = await file(batch.id)
  expect(name).toMatch(/^sepa-2026-03-06-[0-9a-f]{8}\.xml$/)
  const { GrpHdr, PmtInf } = new XMLParser({ parseTagValue: false }).parse(content).Document.CstmrCdtTrfInitn
  expect(GrpHdr).toMatchObject({ NbOfTxs: '2', CtrlSum: '1000.12' })
  expect(PmtInf).toMatchObject({
    Dbtr: { Nm: 'Mueller + Soehne GmbH' },
    DbtrAcct: { Id: { IBAN: AGENCY_IBAN } },
    DbtrAgt: { FinInstnId: { BICFI: 'BYLADEM1001' } },
  })
  expect(PmtInf.CdtTrfTxInf).toMatchObject([
    { PmtId: { EndToEndId: endToEndIdOf(one.id) }, CdtrAcct: { Id: { IBAN: PAYEE_IBAN } } },
    {
      PmtId: { EndToEndId: endToEndIdOf(two.id) },
      Cdtr: { Nm: 'Zoe Angstroem' },
      CdtrAcct: { Id: { IBAN: OTHER_IBAN } },
      RmtInf: { Ustrd: 'Logo fuer Gross' },
    },
  ])
})

test('a file is refused for accounts that SEPA doesn’t reach, and only for those', async () => {
  const { owner, pay, second, make, db } = await setUp()
  const saved = (iban: string, version: number) =>
    owner.payouts.saveAccount(account(iban, { employee_id: second.employeeId, version }))
  const [one, two] = [await pay(500), await pay(700, second.employeeId)]
  await saved('TR330006100519786457841326', 1)
  await expect(make(one.id, two.id)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'SEPA doesn’t reach the bank account of Zoe Angstrom. Pay them another way.',
  })
  expect(await db.selectFrom('sepa_batches').selectAll().execute()).toEqual([])
  expect(await make(one.id)).toMatchObject({ total: 500 })
  // Later members of SEPA, which lists of older programs don't have.
  await saved('RS35260005601001611379', 2)
  expect(await make(two.id)).toMatchObject({ total: 700 })
  const own = { iban: 'AE070331234567890123456' }
  await db.updateTable('billing_profiles').set(own).execute()
  await expect(make((await pay(900)).id)).rejects.toThrow('SEPA doesn’t reach your agency’s own account.')
})

test('the file stays identical, whatever changes later, and is stored encrypted', async () => {
  const { db, contributor, pay, make, file } = await setUp()
  const batch = await make((await pay(500)).id)
  const before = await file(batch.id)
  await contributor.payouts.saveAccount(account(OTHER_IBAN, { version: 1 }))
  expect(await file(batch.id)).toEqual(before)
  const stored = await db.selectFrom('sepa_batches').select('file').executeTakeFirstOrThrow()
  const accounts = await db.selectFrom('payout_accounts').select('iban').execute()
  expect(JSON.stringify([stored, accounts])).not.toMatch(/DE89|FR14/)
})

test('no payout is in two active batches, however many are created concurrently', async () => {
  const { db, owner, pay, make } = await setUp()
  const payout = await pay(500)
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => make(payout.id)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await db.selectFrom('sepa_transfers').selectAll().execute()).toHaveLength(1)
  await expect(make(payout.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(owner.payouts.cancel({ id: payout.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  const [listed] = (await owner.payouts.list({})).items
  const [batch] = (await owner.payouts.sepaBatches({})).items
  expect(listed?.sepa_batch_id).toBe(batch?.id)
  expect(await owner.payouts.cancelSepaBatch({ id: batch?.id ?? '' })).toMatchObject({ status: 'canceled' })
  expect(await make(payout.id)).toMatchObject({ status: 'open' })
})

test('marking a batch as paid 20 times concurrently books it once', async () => {
  const { owner, contributor, pay, make, expenses } = await setUp()
  const { id } = await make((await pay(500)).id, (await pay(700)).id)
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => owner.payouts.settleSepaBatch({ id })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await expenses()).toBe(1200)
  expect(await contributor.payouts.totals()).toEqual([{ currency: 'EUR', pending: 0, paid: 1200 }])
  expect((await owner.payouts.sepaBatches({})).items).toMatchObject([{ status: 'paid', paid_count: 2 }])
  await expect(owner.payouts.cancelSepaBatch({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test("a batch can't be canceled once any part of it is paid; settling it books only the rest", async () => {
  const { owner, pay, make, expenses } = await setUp()
  const paid = await pay(500)
  const { id } = await make(paid.id, (await pay(700)).id)
  await owner.payouts.payBatch({ ids: [paid.id] })
  await expect(owner.payouts.cancelSepaBatch({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await owner.payouts.sepaBatches({})).items).toMatchObject([{ status: 'open', paid_count: 1 }])
  await owner.payouts.settleSepaBatch({ id })
  expect(await expenses()).toBe(1200)
})

test("a bill can't change the amount in a file until the file is canceled", async () => {
  const { owner, pay, make } = await setUp()
  const payout = await pay(1000)
  const { id } = await make(payout.id)
  const bill = {
    payout_id: payout.id,
    number: 'R-1',
    issued_on: '2026-03-01',
    net: 1000,
    treatment: 'taxed' as const,
    tax_bps: 1900,
    tax: 190,
    tax_id: '12/345/67890',
  }
  await expect(owner.payouts.recordBill(bill)).rejects.toThrow('Cancel the file first.')
  const free = { ...bill, treatment: 'small_business' as const, tax_bps: 0, tax: 0 }
  expect(await owner.payouts.recordBill(free)).toMatchObject({ amount: 1000, bill_status: 'received' })
  await owner.payouts.cancelSepaBatch({ id })
  const [withBill] = (await owner.payouts.list({})).items
  await owner.payouts.removeBill({ id: withBill?.bill?.id ?? '' })
  await owner.payouts.recordBill(bill)
  expect(await make(payout.id)).toMatchObject({ total: 1190 })
})

test('neither a file nor a record of payment takes an amount that changed after it was shown', async () => {
  const { owner, contributor, pay, make, db } = await setUp()
  const [one, two] = [await pay(1000), await pay(700)]
  const expected = [one, two].map(({ id, amount }) => ({ id, amount }))
  await contributor.payouts.recordBill({
    ...{ payout_id: one.id, number: 'R-1', issued_on: '2026-03-01', net: 1000, tax: 1000, tax_bps: 10_000 },
    ...{ treatment: 'taxed', tax_id: '12/345/67890' },
  })
  const ids = [one.id, two.id]
  const file = { payout_ids: ids, execute_on: DAY }
  const changed = {
    code: 'CONFLICT',
    message: 'The amount of a payout has changed in the meantime. Check the total again.',
  }
  await expect(owner.payouts.createSepaBatch({ ...file, expected })).rejects.toMatchObject(changed)
  await expect(owner.payouts.payBatch({ ids, expected })).rejects.toMatchObject(changed)
  const some = [{ id: one.id, amount: 2000 }]
  await expect(owner.payouts.payBatch({ ids, expected: some })).rejects.toMatchObject(changed)
  expect(await db.selectFrom('sepa_batches').selectAll().execute()).toEqual([])
  expect((await owner.payouts.list({})).items.map(({ status }) => status)).toEqual(['pending', 'pending'])

  const shown = [...some, { id: two.id, amount: 700 }]
  const batch = await owner.payouts.createSepaBatch({ ...file, expected: shown })
  expect(batch).toMatchObject({ total: 2700 })
  await owner.payouts.cancelSepaBatch({ id: batch.id })
  await make(one.id)
  expect(await owner.payouts.payBatch({ ids, expected: shown })).toHaveLength(2)
})

test('a bank statement recognizes each payout by its reference', async () => {
  const { db, world, owner, pay, make, expenses } = await setUp()
  const [one, two] = [await pay(500), await pay(500)]
  const batch = await make(one.id, two.id)
  const line = (id: string) =>
    lineOf(-500, 'Website', { day: '2026-03-03', name: 'Ada Byron', endToEnd: endToEndIdOf(id) })
  const statement = statementOf([line(two.id), line(one.id)], { currency: 'EUR' })
  await importFile(db, world.home.owner, toCamt([statement]))
  const lines = (await owner.bank.lines({})).items
  expect(lines.map(({ suggestions }) => suggestions[0])).toMatchObject(
    lines.map(() => ({ reason: 'The amount and the reference of your SEPA file match', confidence: 99 })),
  )
  await owner.bank.acceptCertain({})
  const matches = await db
    .selectFrom('bank_matches')
    .innerJoin('bank_lines', 'bank_lines.id', 'bank_matches.line_id')
    .select(['bank_matches.payout_id', 'bank_lines.end_to_end_id'])
    .execute()
  expect(matches).toHaveLength(2)
  for (const { payout_id, end_to_end_id } of matches)
    expect(end_to_end_id).toBe(endToEndIdOf(payout_id ?? ''))
  expect(await expenses()).toBe(1000)
  expect((await owner.payouts.sepaBatches({})).items).toMatchObject([
    { id: batch.id, status: 'paid', paid_count: 2 },
  ])
})

test('a payout whose match is undone after its batch was settled can be added to another', async () => {
  const { db, world, owner, pay, make } = await setUp()
  const [one, two] = [await pay(500), await pay(700)]
  const { id } = await make(one.id, two.id)
  const statement = statementOf(
    [lineOf(-500, 'Website', { day: '2026-03-03', endToEnd: endToEndIdOf(one.id) })],
    { currency: 'EUR' },
  )
  await importFile(db, world.home.owner, toCamt([statement]))
  await owner.bank.acceptCertain({})
  await owner.payouts.settleSepaBatch({ id })
  const [line] = (await owner.bank.lines({ status: 'matched' })).items
  await owner.bank.undo({ id: line?.id ?? '' })
  expect(await make(one.id)).toMatchObject({ total: 500, status: 'open' })
})

test('a payout whose transfer the bank returned is paid again with another file', async () => {
  const { db, world, owner, contributor, pay, make, expenses } = await setUp()
  const [one, two] = [await pay(500), await pay(700)]
  const open = await make(one.id, two.id)
  await owner.payouts.payBatch({ ids: [one.id, two.id] })
  for (const caller of [contributor, callerAs(db, world.home.client)]) {
    await expect(caller.payouts.reopen({ id: one.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  const other = callerAs(db, world.foreign.owner)
  await expect(other.payouts.reopen({ id: one.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await owner.payouts.reopen({ id: one.id })).toMatchObject({
    ...{ status: 'pending', paid_at: null, sepa_batch_id: null },
  })
  expect(await expenses()).toBe(700)
  await expect(owner.payouts.reopen({ id: one.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await owner.payouts.sepaBatches({})).items).toMatchObject([{ id: open.id, status: 'paid' }])

  const again = await make(one.id)
  await owner.payouts.settleSepaBatch({ id: again.id })
  expect(await expenses()).toBe(1200)
  await owner.payouts.reopen({ id: one.id })
  expect(await make(one.id)).toMatchObject({ total: 500, status: 'open' })
  // The only one of its file stays in it, which can be canceled.
  await owner.payouts.payBatch({ ids: [one.id] })
  const { sepa_batch_id } = await owner.payouts.reopen({ id: one.id })
  await owner.payouts.cancelSepaBatch({ id: sepa_batch_id ?? '' })
})

test('a returned transfer doesn’t pay its payout again; a later transfer does', async () => {
  const { db, world, owner, pay } = await setUp()
  const { id } = await pay(500)
  await owner.payouts.payBatch({ ids: [id] })
  await owner.payouts.reopen({ id })
  const transferred = async (day: string) => {
    const line = lineOf(-500, 'Website', { day, endToEnd: endToEndIdOf(id) })
    await importFile(db, world.home.owner, toCamt([statementOf([line], { currency: 'EUR' })]))
    const now = new Date('2026-03-06T10:00:00Z')
    return callerAs(db, world.home.owner, { now }).bank.acceptCertain({})
  }
  expect(await transferred('2026-03-04')).toMatchObject({ accepted: 0 })
  const [returned] = (await owner.bank.lines({ status: 'open' })).items
  expect(returned?.suggestions[0]).toMatchObject({
    label: 'Payout to Home Employee',
    reason: 'The amount matches, but the payout was made pending again after this line',
  })
  expect(await transferred('2026-03-05')).toMatchObject({ accepted: 1 })
  expect((await owner.payouts.list({})).items).toMatchObject([{ id, status: 'succeeded' }])
  expect((await owner.bank.lines({ status: 'open' })).items).toMatchObject([{ id: returned?.id }])
})

test('a payout of a closed period is reversed today, and a matched one only by undoing the match', async () => {
  const { db, world, owner, pay } = await setUp()
  const [closed, matched] = [await pay(500), await pay(700)]
  await owner.payouts.payBatch({ ids: [closed.id], paid_on: '2026-02-10' })
  await owner.finance.setLocks({ soft_until: '2026-02-28', hard_until: null, version: 0 })
  await expect(owner.payouts.reopen({ id: closed.id })).rejects.toThrow('Feb 28, 2026')
  await owner.finance.setLocks({ soft_until: null, hard_until: '2026-02-28', version: 1 })
  await owner.payouts.reopen({ id: closed.id })
  const entries = db.selectFrom('ledger_entries').select(['amount', 'occurred_on'])
  expect(await entries.orderBy('occurred_on').execute()).toEqual([
    { amount: 500, occurred_on: '2026-02-10' },
    { amount: -500, occurred_on: '2026-03-04' },
  ])
  const line = lineOf(-700, 'Website', { day: '2026-03-03', endToEnd: endToEndIdOf(matched.id) })
  await importFile(db, world.home.owner, toCamt([statementOf([line], { currency: 'EUR' })]))
  await owner.bank.acceptCertain({})
  await expect(owner.payouts.reopen({ id: matched.id })).rejects.toThrow('Undo that match first.')
})

test("payouts that are already paid or canceled aren't transferred again", async () => {
  const { owner, pay, make, db } = await setUp()
  const paid = await pay(500)
  await owner.payouts.payBatch({ ids: [paid.id] })
  const canceled = await pay(700)
  await owner.payouts.cancel({ id: canceled.id })
  const pending = await pay(900)
  await expect(make(paid.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(make(canceled.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(make(pending.id, paid.id)).rejects.toThrow('changed by someone else in the meantime')
  expect(await db.selectFrom('sepa_batches').selectAll().execute()).toEqual([])
})

test("a file requires euros, known accounts, the agency's own IBAN and a future day", async () => {
  const { db, world, owner, pay, make } = await setUp()
  const payout = await pay(500)
  await expect(
    owner.payouts.createSepaBatch({ payout_ids: [payout.id], execute_on: '2026-03-03' }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await db.updateTable('payouts').set({ currency: 'USD' }).execute()
  await expect(make(payout.id)).rejects.toThrow('SEPA transfers are in euros only.')
  await db.updateTable('payouts').set({ currency: 'EUR' }).execute()
  await db.updateTable('billing_profiles').set({ iban: null }).execute()
  await expect(make(payout.id)).rejects.toThrow('Enter your agency’s IBAN')
  await db.updateTable('billing_profiles').set({ iban: AGENCY_IBAN }).execute()
  await db.deleteFrom('payout_accounts').execute()
  await expect(make(payout.id)).rejects.toThrow('There is no bank account for Home Employee yet.')
  expect(await db.selectFrom('sepa_batches').selectAll().execute()).toEqual([])
  const foreign = callerAs(db, world.foreign.owner)
  await expect(
    foreign.payouts.createSepaBatch({ payout_ids: [payout.id], execute_on: DAY }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a bank account is shown in part; its check digits, password and version are verified', async () => {
  const { db, world, owner, contributor } = await setUp()
  expect(await contributor.payouts.account({})).toMatchObject({
    account_holder: 'Ada Byron',
    iban_hint: 'DE89 … 3000',
    changed_by: 'Home Employee',
    version: 1,
  })
  await expect(
    contributor.payouts.saveAccount(account('DE88370400440532013000', { version: 1 })),
  ).rejects.toThrow('not a valid IBAN')
  await expect(
    contributor.payouts.saveAccount(account(OTHER_IBAN, { version: 1, password: 'wrong' })),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(contributor.payouts.saveAccount(account(OTHER_IBAN))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(
    contributor.payouts.saveAccount(account(OTHER_IBAN, { version: 1, account_holder: '張' })),
  ).rejects.toThrow('Latin letters')
  const spaced = account('fr14 2004 1010 0505 0001 3m02 606', { version: 1 })
  await contributor.payouts.saveAccount(spaced)
  expect(await owner.payouts.account({ employee_id: world.home.employee.employeeId })).toMatchObject({
    iban_hint: 'FR14 … 2606',
  })
  const { items } = await owner.notifications.list({})
  expect(items.map(({ title }) => title)).toContain(
    'Home Employee changed the bank account for Home Employee’s payouts to FR14 … 2606',
  )
  const other = callerAs(db, world.foreign.owner, { now: TEST_NOW })
  await expect(other.payouts.account({ employee_id: world.home.employee.employeeId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
