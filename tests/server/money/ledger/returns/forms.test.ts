import { expect, test } from 'vitest'
import { chargeLateFees } from '#server/money/invoices/collection/commands/charge-late-fees.ts'
import type { TaxReturnDto } from '#shared/money/ledger/returns.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { refundForm } from '#tests/support/money/money.ts'
import { booksIn, setCountry, YEAR_2026 } from '#tests/support/returns.ts'

const Q1 = { from: '2026-01-01', to: '2026-03-31' }
const Q2 = { from: '2026-04-01', to: '2026-06-30' }

const line = (rate: number, tax: { tax_rate_id?: string; tax_bps?: number }) => ({
  description: 'Work',
  quantity: 1,
  rate,
  ...tax,
})

/** The amounts on the form, except boxes that are zero. */
const onForm = ({ boxes }: TaxReturnDto) =>
  Object.fromEntries(boxes.filter(({ form }) => form !== 0).map(({ key, form }) => [key, form]))

const rest = (found: TaxReturnDto) =>
  Object.fromEntries(found.rest.map(({ key, net, tax }) => [key, [net, tax]]))

async function germanSales() {
  const books = await booksIn('DE', 'EUR')
  const reverse = await books.rateOf('Reverse charge', 0, 'reverse_charge')
  const exempt = await books.rateOf('Exempt', 0, 'exempt')
  const abroad = await books.rateOf('Outside', 0, 'outside_scope')
  const exported = await books.rateOf('Export', 0, 'export')
  const german = { country: 'DE' }
  const standard = await books.send('2026-01-31', german, { items: [line(1_000_99, { tax_bps: 1900 })] })
  await books.send('2026-02-01', german, {
    items: [line(200_75, { tax_bps: 700 }), line(10_00, { tax_bps: 550 })],
  })
  await books.send('2026-02-02', german, {
    items: [line(30_99, { tax_rate_id: exempt }), line(1_23, { tax_bps: 0 })],
  })
  await books.send('2026-02-03', german, { items: [line(44_00, { tax_rate_id: reverse })] })
  const french = { country: 'FR', tax_id: 'FR 40 303 265 045', company: 'Société' }
  await books.send('2026-02-04', french, { items: [line(500_60, { tax_rate_id: reverse })] })
  await books.send('2026-02-05', { country: 'FR' }, { items: [line(60_00, { tax_rate_id: reverse })] })
  await books.send('2026-02-06', { country: 'CH' }, { items: [line(70_50, { tax_rate_id: reverse })] })
  await books.send('2026-02-07', { country: 'US' }, { items: [line(80_70, { tax_rate_id: abroad })] })
  await books.send('2026-02-08', { country: 'US' }, { items: [line(90_00, { tax_rate_id: exported })] })
  await books.send('2026-02-09', {}, { items: [line(15_00, { tax_rate_id: reverse })] })
  await books.send('2026-02-10', { country: 'AT' }, { items: [line(100_00, { tax_bps: 2000 })] })
  await books.send('2026-02-11', { country: 'PL' }, { items: [line(20_00, { tax_bps: 500 })] })
  const owner = books.ownerOn('2026-03-01')
  const expense = { category: 'software' as const, description: 'Licence', spent_on: '2026-03-01' }
  await owner.finance.saveExpense({ ...expense, amount: 119_00, tax_bps: 1900, tax_amount: 19_00 })
  await owner.finance.saveExpense({ ...expense, amount: 120_00, tax_bps: 2000, tax_amount: 20_00 })
  await owner.finance.saveExpense({ ...expense, amount: 50_00 })
  return { ...books, standard, french }
}

test('the German advance return has each sale in one box, and lists the rest', async () => {
  const { declare, behind } = await germanSales()
  const asked = { kind: 'german-advance-return', ...Q1 } as const
  const found = await declare(asked)
  expect(found).toMatchObject({ currency: 'EUR', form_currency: 'EUR', without_rate: 0 })
  expect(found.offered).toEqual([
    'german-advance-return',
    'ec-sales-list',
    'oss-return',
    'exchange-differences',
  ])
  expect(onForm(found)).toEqual({
    // The form computes the tax from full euros.
    '81': 1_000_00,
    '81-tax': 190_00,
    '86': 200_00,
    '86-tax': 14_00,
    '35': 10_00,
    '36': 55,
    '21': 560_00,
    '43': 90_00,
    '45': 151_00,
    '48': 30_00,
    '60': 44_00,
    '66': 19_00,
    '83': 190_00 + 14_00 + 55 - 19_00,
  })
  const exact = new Map(found.boxes.map((box) => [box.key, box.exact]))
  expect([exact.get('81'), exact.get('81-tax'), exact.get('83')]).toEqual([
    1_000_99,
    190_19,
    190_19 + 14_05 + 55 - 19_00,
  ])
  expect(rest(found)).toEqual({
    abroad: [120_00, 21_00],
    unassigned: [16_23, 0],
    'unassigned-input': [100_00, 20_00],
  })
  const unassigned = await behind({ ...asked, key: 'unassigned' })
  expect(unassigned.map(({ date, net }) => [date, net])).toEqual([
    ['2026-02-09', 15_00],
    ['2026-02-02', 1_23],
  ])
  await expect(behind({ ...asked, key: '83' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('corrections count in the quarter in which they are made', async () => {
  const { declare, ownerOn, pay, standard } = await germanSales()
  const march = await declare({ kind: 'german-advance-return', ...Q1 })
  await ownerOn('2026-04-02').invoices.credit({ id: standard, amount: 119_00, reason: 'Late' })
  await pay('2026-04-03', standard, 119_00)
  await ownerOn('2026-05-04').invoices.writeOff({ id: standard, reason: 'Insolvent' })
  const issued = await declare({ kind: 'german-advance-return', ...Q2 })
  // Issued 1,000.99: 100.00 credited, 100.00 paid and the rest written off.
  expect(onForm(issued)).toEqual({ '81': -900_00, '81-tax': -171_00, '83': -171_00, '50': 800_00 })
  expect(issued.boxes[0]?.exact).toBe(-900_99)
  const paid = await declare({ kind: 'german-advance-return', basis: 'paid', ...Q2 })
  expect(onForm(paid)).toEqual({ '81': 100_00, '81-tax': 19_00, '83': 19_00 })
  expect(await declare({ kind: 'german-advance-return', ...Q1 })).toEqual(march)
})

test('losses are stated again for information, without credit notes and what is recovered', async () => {
  const { declare, behind, send, rateOf, ownerOn } = await booksIn('DE', 'EUR')
  const exempt = await rateOf('Exempt', 0, 'exempt')
  const german = { country: 'DE' }
  const of = (rate: number, tax = 1900) => ({ items: [line(rate, { tax_bps: tax })] })
  await send('2026-03-01', german, of(9_000_00))
  const lost = await send('2026-03-02', german, of(1_000_90))
  const both = { items: [line(40_00, { tax_bps: 700 }), line(10_00, { tax_rate_id: exempt })] }
  const reduced = await send('2026-02-03', german, both)
  const credited = await send('2026-02-04', german, of(100_00))
  const owner = ownerOn('2026-03-20')
  for (const id of [lost, reduced]) await owner.invoices.writeOff({ id, reason: 'Insolvent' })
  await owner.invoices.credit({ id: credited, amount: 11_90, reason: 'Late' })
  const march = { kind: 'german-advance-return', from: '2026-03-01', to: '2026-03-31' } as const
  const found = await declare(march)
  expect(onForm(found)).toMatchObject({ '81': 8_990_00, '86': -40_00, '48': -10_00, '50': 1_040_00 })
  // It is in the report once, and changes nothing that is due.
  expect(found.output_total?.net).toBe(9_000_00 + 1_000_90 - 1_000_90 - 50_00 - 10_00)
  expect(onForm(found)['83']).toBe(1_708_10 - 2_80)
  const rows = await behind({ ...march, key: '50' })
  expect(rows.map(({ kind, invoice_id, base_net }) => [kind, invoice_id, base_net]).toSorted()).toEqual(
    [
      ['write_off', lost, 1_000_90],
      ['write_off', reduced, 40_00],
    ].toSorted(),
  )
  expect(onForm(await declare({ ...march, basis: 'paid' }))).toEqual({})
  await ownerOn('2026-03-21').invoices.undoWriteOff({ id: lost })
  expect(onForm(await declare(march))).toMatchObject({ '81': 9_990_00, '50': 1_040_00 })
  const british = await declare({ ...march, kind: 'uk-vat-return' })
  expect(british.boxes.map(({ key }) => key)).not.toContain('50')
})

test('a loss isn’t stated anymore once its invoice is void', async () => {
  const { declare, send, pay, ownerOn } = await booksIn('DE', 'EUR')
  const id = await send('2026-03-02', { country: 'DE' }, { items: [line(100_00, { tax_bps: 1900 })] })
  const { id: payment } = await pay('2026-03-03', id, 19_00)
  await ownerOn('2026-03-20').invoices.writeOff({ id, reason: 'Insolvent' })
  const march = { kind: 'german-advance-return', from: '2026-03-01', to: '2026-03-31' } as const
  expect(onForm(await declare(march))).toMatchObject({ '50': 84_00 })
  await ownerOn('2026-03-21').payments.refund({ id: payment, ...refundForm(19_00) })
  await ownerOn('2026-04-02').invoices.void({ id })
  expect(onForm(await declare(march))).toEqual({})
  const april = { ...march, from: '2026-04-01', to: '2026-04-30' }
  expect(onForm(await declare(april))).toEqual({})
})

test('the EC sales list adds up by VAT number, and lists documents without one', async () => {
  const { declare, behind, send, reader, french } = await germanSales()
  const reverse = (await reader.letterhead.profile()).tax_rates.find(({ name }) => name === 'Reverse charge')
  const more = { items: [line(250_70, { tax_rate_id: reverse?.id })] }
  const credited = await send('2026-03-02', { ...french, tax_id: 'fr40303265045' }, more)
  await send('2026-03-03', { country: null, tax_id: 'EL123456789', company: 'Ελλάς' }, more)
  await send('2026-03-04', { country: 'IT', tax_id: '12/345/678' }, more)
  const asked = { kind: 'ec-sales-list', ...Q1 } as const
  const found = await declare(asked)
  expect(found.table).toMatchObject({
    lines: [
      { key: 'EL123456789', cells: ['EL123456789', 'Ελλάς', 'Services', 250_00], count: 1 },
      { key: 'FR40303265045', cells: ['FR40303265045', 'Société', 'Services', 751_00], count: 2 },
    ],
    totals: [null, null, null, 1_001_00],
    left_off: 0,
  })
  expect(rest(found)).toEqual({ 'missing-vat-id': [310_70, 0], 'unknown-country': [15_00, 0] })
  expect((await behind({ ...asked, key: 'missing-vat-id' })).map(({ date }) => date)).toEqual([
    '2026-03-04',
    '2026-02-05',
  ])
  expect(await behind({ ...asked, key: 'FR40303265045' })).toHaveLength(2)
  const advance = await declare({ ...asked, kind: 'german-advance-return' })
  expect(advance.boxes.find(({ key }) => key === '21')?.exact).toBe(500_60 + 250_70 * 3 + 60_00)

  await reader.invoices.credit({ id: credited, amount: 250_70, reason: 'Late' })
  const later = await declare({ kind: 'ec-sales-list', from: '2027-01-01', to: '2027-01-31' })
  expect(later.table?.lines).toMatchObject([{ key: 'FR40303265045', cells: [{}, {}, {}, -250_00] }])
  expect(await declare(asked)).toEqual(found)
})

test('services in the EU count when they are provided, also for agencies that account by payment', async () => {
  const { declare, behind, send, pay, rateOf, ownerOn } = await booksIn('DE', 'EUR')
  const reverse = await rateOf('Reverse charge', 0, 'reverse_charge')
  const french = { country: 'FR', tax_id: 'FR 40 303 265 045' }
  const id = await send('2026-03-20', french, { items: [line(1_000_00, { tax_rate_id: reverse })] })
  const home = await send('2026-03-21', { country: 'DE' }, { items: [line(100_00, { tax_bps: 1900 })] })
  await pay('2026-04-10', id, 800_00)
  await pay('2026-04-11', home, 119_00)
  await ownerOn('2026-04-12').invoices.credit({ id, amount: 200_00, reason: 'Late' })
  const paidIn = (period: typeof Q1) => ({ kind: 'german-advance-return', basis: 'paid', ...period }) as const
  const q1 = await declare(paidIn(Q1))
  expect(onForm(q1)).toEqual({ '21': 1_000_00 })
  expect([rest(q1), q1.output_total]).toEqual([{}, { net: 0, tax: 0 }])
  expect(await behind({ ...paidIn(Q1), key: '21' })).toMatchObject([{ invoice_id: id, base_net: 1_000_00 }])
  const q2 = await declare(paidIn(Q2))
  expect(onForm(q2)).toEqual({ '21': -200_00, '81': 100_00, '81-tax': 19_00, '83': 19_00 })
  // What was received is in the tax report, so it is named.
  expect(rest(q2)).toEqual({ '21-received': [800_00, 0] })
  expect(q2.output_total).toEqual({ net: 900_00, tax: 19_00 })
  expect(await behind({ ...paidIn(Q2), key: '21-received' })).toMatchObject([{ base_net: 800_00 }])
  const list = { kind: 'ec-sales-list', ...Q1 } as const
  const listed = await declare({ ...list, basis: 'paid' })
  expect(listed).toEqual(await declare({ ...list, basis: 'issued' }))
  expect(listed).toMatchObject({ basis: 'issued', table: { totals: [null, null, null, 1_000_00] } })
  expect(await behind({ ...list, basis: 'paid', key: 'FR40303265045' })).toHaveLength(1)
})

test('a late fee is in no box, wherever the client is, and its credit note neither', async () => {
  for (const [home, kind] of [
    ['DE', 'german-advance-return'],
    ['GB', 'uk-vat-return'],
  ] as const) {
    const { declare, behind, db, send, ownerOn } = await booksIn(home, 'EUR')
    const { currency: _, ...rules } = await ownerOn('2026-01-02').invoices.collectionRules()
    const fee = { late_fees: 'send', fee_type: 'flat', fee_amount: 40_00, max_fees: 1 } as const
    await ownerOn('2026-01-02').invoices.saveCollectionRules({ ...rules, ...fee })
    const due = { due_date: '2026-01-31' }
    await send('2026-01-03', { country: home }, { ...due, items: [line(10_00, { tax_bps: 0 })] })
    await send('2026-01-04', { country: 'FR' }, { ...due, items: [line(10_00, { tax_bps: 0 })] })
    await chargeLateFees(ctxFor(testServices(db), null, new Date('2026-03-01T12:00:00Z')))
    const found = await declare({ kind, ...Q1 })
    expect(onForm(found)).toEqual({})
    expect(rest(found)).toEqual({ unassigned: [20_00, 0], 'late-fee': [80_00, 0] })
    const [row] = await behind({ kind, ...Q1, key: 'late-fee' })
    await ownerOn('2026-03-02').invoices.credit({ id: row?.invoice_id ?? '', reason: 'Goodwill' })
    expect(rest(await declare({ kind, ...Q1 }))).toMatchObject({ 'late-fee': [40_00, 0] })
  }
})

test('the nine boxes of the UK VAT return', async () => {
  const { declare, behind, send, rateOf, ownerOn } = await booksIn('GB', 'GBP')
  const zero = await rateOf('Zero', 0, 'zero')
  const outside = await rateOf('Outside', 0, 'outside_scope')
  const british = { country: 'GB' }
  await send('2026-01-05', british, {
    items: [line(100_99, { tax_bps: 2000 }), line(50_50, { tax_bps: 500 })],
  })
  await send('2026-01-06', british, {
    items: [line(10_00, { tax_rate_id: zero }), line(5_00, { tax_rate_id: outside })],
  })
  await send('2026-01-07', { country: 'FR' }, { items: [line(30_00, { tax_rate_id: outside })] })
  await send('2026-01-08', british, { items: [line(7_00, { tax_bps: 1900 })] })
  const expense = { category: 'software' as const, description: 'Licence', spent_on: '2026-02-01' }
  const owner = ownerOn('2026-02-01')
  await owner.finance.saveExpense({ ...expense, amount: 24_60, tax_bps: 2000, tax_amount: 4_10 })
  // The rate of hospitality in 2021 and 2022.
  await owner.finance.saveExpense({ ...expense, amount: 9_00, tax_bps: 1250, tax_amount: 1_00 })
  const asked = { kind: 'uk-vat-return', ...Q1 } as const
  const found = await declare(asked)
  expect(found.offered).toEqual(['uk-vat-return', 'exchange-differences'])
  expect(found.boxes.map(({ code, form }) => [code, form])).toEqual([
    ['1', 22_73],
    ['2', 0],
    ['3', 22_73],
    ['4', 4_10],
    ['5', 18_63],
    ['6', 191_00],
    ['7', 20_00],
    ['8', 0],
    ['9', 0],
  ])
  expect(rest(found)).toEqual({ unassigned: [12_00, 1_33], 'unassigned-input': [8_00, 1_00] })
  expect(await behind({ ...asked, key: '6' })).toHaveLength(3)
  expect(await behind({ ...asked, key: '7' })).toMatchObject([{ kind: 'expense', net: 20_50, tax: 4_10 }])
})

test('UK bad debts are relieved in box 4, six months after they were due and provided', async () => {
  const { declare, behind, send, ownerOn, pay, db } = await booksIn('GB', 'GBP')
  const british = { country: 'GB' }
  const sale = (due_date: string, rate: number, content: object = {}) =>
    send('2026-01-05', british, { due_date, items: [line(rate, { tax_bps: 2000 })], ...content })
  const early = await sale('2026-01-20', 1_000_00)
  const late = await sale('2026-01-20', 500_00)
  const supplied = await sale('2026-01-20', 300_00, { supply_from: '2026-03-31', supply_to: '2026-03-31' })
  const found = (from: string, to: string) => declare({ kind: 'uk-vat-return', from, to })
  const boxes = async (from: string, to: string) => {
    const { '1': one, '4': four, '5': five, '6': six } = onForm(await found(from, to))
    return [one ?? 0, four ?? 0, five ?? 0, six ?? 0]
  }
  const quarters = [
    ['2026-01-01', '2026-03-31'],
    ['2026-04-01', '2026-06-30'],
    ['2026-07-01', '2026-09-30'],
    ['2026-10-01', '2026-12-31'],
  ] as const
  for (const id of [early, supplied])
    await ownerOn('2026-02-15').invoices.writeOff({ id, reason: 'Insolvent' })
  await ownerOn('2026-11-15').invoices.writeOff({ id: late, reason: 'Insolvent' })
  const q1 = await found(...quarters[0])
  expect(onForm(q1)).toMatchObject({ '1': 360_00, '5': 360_00, '6': 1_800_00 })
  expect(rest(q1)).toEqual({ 'bad-debts': [-1_300_00, -260_00] })
  const years = () => Promise.all(quarters.map(([from, to]) => boxes(from, to)))
  expect(await years()).toEqual([
    [360_00, 0, 360_00, 1_800_00],
    [0, 0, 0, 0],
    // Six months from January 20 and March 31 on.
    [0, 260_00, -260_00, 0],
    [0, 100_00, -100_00, 0],
  ])
  const asked = { kind: 'uk-vat-return', from: quarters[2][0], to: quarters[2][1] } as const
  const relieved = await behind({ ...asked, key: '4' })
  expect(relieved.map(({ kind, date, invoice_id, tax }) => [kind, date, invoice_id, tax])).toEqual([
    ['write_off', '2026-09-30', supplied, 60_00],
    ['write_off', '2026-07-19', early, 200_00],
  ])

  // Paid before the relief, it is not relieved; paid after, the tax is repaid in box 1.
  await pay('2026-05-02', supplied, 120_00)
  await pay('2026-10-02', early, 240_00)
  expect(await years()).toEqual([
    [360_00, 0, 360_00, 1_800_00],
    [0, 0, 0, 0],
    [0, 240_00, -240_00, 0],
    [40_00, 100_00, -60_00, 0],
  ])
  const asPaid = await declare({ ...asked, basis: 'paid' })
  expect(onForm(asPaid)).toEqual({})

  // Losses that earlier versions relieved at once aren't relieved again.
  await db.updateTable('invoices').set({ loss_at_once: 1 }).execute()
  expect(await years()).toEqual([
    [100_00, 0, 100_00, 500_00],
    [20_00, 0, 20_00, 100_00],
    [0, 0, 0, 0],
    [-60_00, 0, -60_00, -300_00],
  ])
})

test('UK relief lapses four years and six months after a debt was due', async () => {
  const { declare, send, ownerOn } = await booksIn('GB', 'GBP')
  const id = await send(
    '2021-01-05',
    { country: 'GB' },
    {
      due_date: '2021-01-20',
      items: [line(100_00, { tax_bps: 2000 })],
    },
  )
  await ownerOn('2026-01-02').invoices.writeOff({ id, reason: 'Insolvent' })
  const found = await declare({ kind: 'uk-vat-return', ...Q1 })
  expect([onForm(found), rest(found)]).toEqual([{}, { 'bad-debts': [-100_00, -20_00] }])
})

test('a closed quarter stays the same, whatever happens to its documents and clients', async () => {
  const { db, agencyId, declare, ownerOn, standard, world } = await germanSales()
  await ownerOn('2026-04-01').finance.setLocks({ soft_until: null, hard_until: Q1.to, version: 0 })
  const kinds = ['german-advance-return', 'ec-sales-list', 'uk-vat-return'] as const
  const read = () => Promise.all(kinds.map((kind) => declare({ kind, ...Q1 })))
  const before = await read()
  const owner = ownerOn('2026-05-01')
  await owner.invoices.void({ id: standard })
  const expense = await db.selectFrom('expenses').select('id').limit(1).executeTakeFirstOrThrow()
  await owner.finance.deleteExpense({ id: expense.id })
  await db.updateTable('clients').set({ country: 'BR', tax_id: null, company: 'Renamed' }).execute()
  const after = await read()
  expect(after).toEqual(before)
  const voided = await declare({ kind: 'german-advance-return', from: '2026-05-01', to: '2026-05-31' })
  expect(onForm(voided)).toMatchObject({ '81': -1_000_00 })
  await setCountry(db, agencyId, 'US')
  const moved = await read()
  expect(moved.map(({ boxes, table, rest: left }) => [boxes, table, left])).toEqual(
    before.map(({ boxes, table, rest: left }) => [boxes, table, left]),
  )
  const foreign = await callerAs(db, world.foreign.owner).finance.taxReturn({ ...YEAR_2026, kind: kinds[0] })
  expect([foreign.output_total, foreign.rest]).toEqual([{ net: 0, tax: 0 }, []])
})
