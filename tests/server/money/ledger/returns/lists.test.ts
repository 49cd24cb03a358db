import { expect, test } from 'vitest'
import type { AgencyCtx } from '#server/base/core/context.ts'
import { necThreshold } from '#server/money/ledger/returns/rules/form-1099.ts'
import { reopenPayout } from '#server/money/payouts/commands/cancel.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { booksIn, YEAR_2026 } from '#tests/support/returns.ts'

const line = (rate: number, tax_bps: number) => ({ description: 'Work', quantity: 1, rate, tax_bps })

test('the OSS return lists consumers by country and rate, and what belongs elsewhere', async () => {
  const { send, declare, behind } = await booksIn('DE', 'EUR')
  await send('2026-01-05', { country: 'AT' }, { items: [line(100_00, 2000), line(10_00, 1000)] })
  await send('2026-01-06', { country: 'AT' }, { items: [line(50_50, 2000)] })
  await send('2026-01-07', { country: 'FR' }, { items: [line(30_00, 1900)] })
  await send('2026-01-08', { country: 'FR', tax_id: 'FR40303265045' }, { items: [line(40_00, 2000)] })
  await send('2026-01-09', { country: 'US' }, { items: [line(70_00, 2000)] })
  const asked = { kind: 'oss-return', ...YEAR_2026 } as const
  const found = await declare(asked)
  expect(found.table?.lines.map(({ cells }) => cells)).toEqual([
    ['Austria', '10%', null, 10_00, 1_00],
    ['Austria', '20%', null, 150_50, 30_10],
  ])
  expect(found.table?.totals).toEqual([null, null, null, 160_50, 31_10])
  expect(found.rest.map(({ key, net, tax }) => [key, net, tax])).toEqual([
    ['home-rate', 30_00, 5_70],
    ['with-vat-id', 40_00, 8_00],
  ])
  expect(await behind({ ...asked, key: 'AT 2000' })).toMatchObject([{ net: 50_50 }, { net: 100_00 }])
})

test('corrections of earlier quarters are listed by country and quarter in the OSS return', async () => {
  const { send, declare, behind, ownerOn } = await booksIn('DE', 'EUR')
  const sale = (day: string, country: string, rate: number, bps = 2000) =>
    send(day, { country }, { items: [line(rate, bps)] })
  const winter = await sale('2026-01-05', 'AT', 100_00)
  const lost = await sale('2026-02-05', 'AT', 50_00, 1000)
  const spring = await sale('2026-04-06', 'AT', 200_00)
  const french = await sale('2026-04-07', 'FR', 300_00)
  const summer = await sale('2026-07-08', 'AT', 400_00)
  const before = await declare({ kind: 'oss-return', from: '2026-01-01', to: '2026-06-30' })
  const credit = (id: string, amount: number) =>
    ownerOn('2026-08-01').invoices.credit({ id, amount, reason: 'Late' })
  await credit(winter, 12_00)
  await credit(spring, 24_00)
  await credit(french, 36_00)
  await credit(summer, 48_00)
  await ownerOn('2026-08-02').invoices.writeOff({ id: lost, reason: 'Insolvent' })
  const asked = { kind: 'oss-return', from: '2026-07-01', to: '2026-09-30' } as const
  const { table } = await declare(asked)
  expect(table?.columns.map(({ name }) => name)).toEqual(['Country', 'Rate', 'Corrects', 'Net', 'Tax'])
  expect(table?.lines.map(({ cells }) => cells)).toEqual([
    ['Austria', '20%', null, 360_00, 72_00],
    ['Austria', null, 'Q1 2026', -60_00, -7_00],
    ['Austria', null, 'Q2 2026', -20_00, -4_00],
    ['France', null, 'Q2 2026', -30_00, -6_00],
  ])
  expect(table?.totals).toEqual([null, null, null, 250_00, 55_00])
  const rows = await behind({ ...asked, key: table?.lines[1]?.key ?? '' })
  expect(rows.map(({ kind, net }) => [kind, net]).toSorted()).toEqual([
    ['credit_note', -10_00],
    ['write_off', -50_00],
    // The tax of a loss is an entry of its own.
    ['write_off', 0],
  ])
  expect(await declare({ kind: 'oss-return', from: '2026-01-01', to: '2026-06-30' })).toEqual(before)
})

test('a refund of an earlier quarter is a correction in the OSS return by date of payment, too', async () => {
  const { send, declare, pay, ownerOn } = await booksIn('DE', 'EUR')
  const id = await send('2026-01-05', { country: 'AT' }, { items: [line(100_00, 2000)] })
  const { id: payment } = await pay('2026-02-01', id, 120_00)
  const refund = { amount: 24_00, reason: 'Late', credit: false, request_id: crypto.randomUUID() }
  await ownerOn('2026-05-01').payments.refund({ id: payment, ...refund })
  const asked = { kind: 'oss-return', basis: 'paid', from: '2026-04-01', to: '2026-06-30' } as const
  expect((await declare(asked)).table?.lines.map(({ cells }) => cells)).toEqual([
    ['Austria', null, 'Q1 2026', -20_00, -4_00],
  ])
})

test('sales in the United States by state', async () => {
  const { send, declare } = await booksIn('US', 'USD')
  await send('2026-01-05', { country: 'US', region: 'California' }, { items: [line(100_00, 725)] })
  await send('2026-01-06', { country: 'US', region: 'ca' }, { items: [line(50_00, 0)] })
  await send('2026-01-07', { country: 'US', region: 'NY' }, { items: [line(20_00, 0)] })
  await send('2026-01-08', { country: 'US', region: 'Elsewhere' }, { items: [line(7_00, 0)] })
  await send('2026-01-09', { country: 'CA', region: 'ON' }, { items: [line(9_00, 0)] })
  const found = await declare({ kind: 'us-sales', ...YEAR_2026 })
  expect(found.offered).toEqual(['us-sales', 'form-1099-nec', 'exchange-differences'])
  expect(found.table?.lines.map(({ cells }) => cells)).toEqual([
    ['CA', 100_00, 50_00, 7_25],
    ['NY', 0, 20_00, 0],
  ])
  expect(found.rest.map(({ key, net }) => [key, net])).toEqual([
    ['unknown-state', 7_00],
    ['outside', 9_00],
  ])
})

test('payouts by contributor and year, with the threshold for that year', async () => {
  expect([2025, 2026].map(necThreshold)).toEqual([600_00, 2_000_00])
  const { declare, behind, ownerOn, world } = await booksIn('US', 'USD')
  const { employeeId } = world.home.employee
  for (const [day, amount] of [
    ['2025-12-30', 700_00],
    ['2026-02-01', 1_500_00],
    ['2026-03-01', 499_99],
  ] as const) {
    const payout = { employee_id: employeeId, description: 'Work', amount }
    const { id } = await ownerOn(day).payouts.create(payout)
    await ownerOn(day).payouts.payBatch({ ids: [id] })
  }
  const asked = { kind: 'form-1099-nec', ...YEAR_2026 } as const
  expect((await declare(asked)).table?.lines).toMatchObject([
    { key: employeeId, cells: [{}, 1_999_99, '$2,000.00', 'No'], count: 2 },
  ])
  const before = await declare({ ...asked, from: '2025-01-01', to: '2025-12-31' })
  expect(before.table?.lines).toMatchObject([{ cells: [{}, 700_00, '$600.00', 'Yes'] }])
  expect((await behind({ ...asked, key: employeeId })).map(({ net }) => net)).toEqual([499_99, 1_500_00])
})

test('only books in US dollars say whether a contributor must be reported', async () => {
  const { declare, ownerOn, world } = await booksIn('DE', 'EUR')
  const { employeeId } = world.home.employee
  const day = ownerOn('2026-02-01')
  const { id } = await day.payouts.create({ employee_id: employeeId, description: 'Work', amount: 2_500_00 })
  await day.payouts.payBatch({ ids: [id] })
  expect((await declare({ kind: 'form-1099-nec', ...YEAR_2026 })).table?.lines).toMatchObject([
    { cells: [{}, 2_500_00, '$2,000.00', ''], count: 1 },
  ])
})

test("what happens to a payout after closing doesn't change the totals of the closed year", async () => {
  const { db, declare, behind, ownerOn, world } = await booksIn('US', 'USD')
  const { employeeId } = world.home.employee
  const pay = async (amount: number) => {
    const { id } = await ownerOn('2025-12-30').payouts.create({
      employee_id: employeeId,
      description: 'Work',
      amount,
    })
    await ownerOn('2025-12-30').payouts.payBatch({ ids: [id] })
    return id
  }
  const [billed, undone] = [await pay(700_00), await pay(50_00)]
  const late = ownerOn('2026-02-03')
  await late.finance.setLocks({ soft_until: null, hard_until: '2025-12-31', version: 0 })
  await late.payouts.recordBill({
    ...{ payout_id: billed, number: 'R-1', issued_on: '2026-02-01', tax_id: '12-3456789' },
    ...{ net: 600_00, treatment: 'taxed', tax_bps: 1667, tax: 100_00 },
  })
  await reopenPayout(ctxFor(db, world.home.owner, new Date('2026-02-03T12:00:00.000Z')) as AgencyCtx, {
    id: undone,
  })
  await late.payouts.cancel({ id: undone })

  const closed = { kind: 'form-1099-nec', from: '2025-01-01', to: '2025-12-31' } as const
  expect((await declare(closed)).table?.lines).toMatchObject([{ cells: [{}, 750_00, '$600.00', 'Yes'] }])
  expect((await behind({ ...closed, key: employeeId })).map(({ net }) => net).sort()).toEqual([50_00, 700_00])
  const open = { ...closed, ...YEAR_2026 }
  expect((await declare(open)).table?.lines).toMatchObject([{ cells: [{}, -50_00, '$2,000.00', 'No'] }])
  const later = (await behind({ ...open, key: employeeId })).map(({ net }) => net)
  expect(later.reduce((sum, net) => sum + net, 0)).toBe(-50_00)
})

test('exchange gains and losses add up to the exchange differences of the ledger', async () => {
  const { db, world, agencyId, send, declare, behind, ownerOn } = await booksIn('US', 'USD')
  await callerAs(db, world.admin).platform.importExchangeRates({
    rates: [{ quoted_on: '2026-03-02', currency: 'USD', per_euro: '1.1' }],
  })
  const deposit = (amount: number) =>
    ownerOn('2026-03-04').payments.recordManual({
      client_id: world.home.client.clientId,
      amount,
      currency: 'EUR',
      method: 'bank',
      request_id: crypto.randomUUID(),
    })
  for (const rate of ['1.2', '1.05']) {
    await deposit(100_00)
    const id = await send('2026-03-05', {}, { currency: 'EUR', booking_rate: rate, items: [line(100_00, 0)] })
    await ownerOn('2026-03-05').invoices.applyCredit({ id, amount: 100_00 })
  }
  const asked = { kind: 'exchange-differences', ...YEAR_2026 } as const
  const found = await declare(asked)
  const entries = await db
    .selectFrom('ledger_entries')
    .select('base_amount')
    .where('agency_id', '=', agencyId)
    .where('category', '=', 'exchange_differences')
    .execute()
  const booked = entries.map(({ base_amount }) => base_amount ?? 0)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const [gains, losses] = [booked.filter((amount) => amount > 0), booked.filter((amount) => amount < 0)]
  expect([gains.length, losses.length]).toEqual([1, 1])
  expect(found.table?.lines).toEqual([
    { key: 'EUR', cells: ['EUR', sum(gains), sum(losses), sum(booked)], count: 2 },
  ])
  expect(sum((await behind({ ...asked, key: 'EUR' })).map(({ base_net }) => base_net ?? 0))).toBe(sum(booked))
})
