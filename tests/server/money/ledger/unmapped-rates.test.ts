import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { countTaxDays } from '#server/money/ledger/taxes/commands/count-tax-days.ts'
import type { AccountingProgram } from '#shared/money/ledger/books.ts'
import { ctxFor, testServices } from '#tests/support/caller.ts'
import { booksIn } from '#tests/support/returns.ts'

const at = (tax_bps: number) => ({ items: [{ description: 'Work', quantity: 1, rate: 100_00, tax_bps }] })

test('rates without an account are those of sent documents, whether or not their days have been totaled', async () => {
  const { db, ownerOn, reader, send } = await booksIn('DE', 'EUR')
  const buyer = { country: 'DE' }
  const owner = ownerOn('2026-03-02')
  await send('2026-03-02', buyer, at(500))
  await send('2026-03-03', buyer, { ...at(500), currency: 'USD', booking_rate: '0.9' })
  const voided = await send('2026-03-02', buyer, at(800))
  await owner.invoices.void({ id: voided })
  const { id: draft } = await owner.invoices.save({
    ...{
      client_id: (await owner.clients.list({})).items[0]?.id ?? '',
      title: 'Work',
      due_date: '2026-04-01',
    },
    ...at(900),
  })
  const lost = await send('2026-03-04', buyer, at(600))
  await ownerOn('2026-03-04').invoices.writeOff({ id: lost, reason: 'Insolvent' })
  const rates = async () => (await reader.finance.accounts()).unmapped_rates
  const expected = [
    { kind: 'standard', tax_bps: 600 },
    { kind: 'standard', tax_bps: 500 },
  ]
  expect(await rates()).toEqual(expected)
  await countTaxDays(systemContext({ services: testServices(db) }))
  expect(await rates()).toEqual(expected)
  await owner.invoices.send({ id: draft })
  expect(await rates()).toEqual([{ kind: 'standard', tax_bps: 900 }, ...expected])
})

test.each([
  ['xero', 'Xero', 'xero_tax_type'],
  ['quickbooks', 'QuickBooks', 'quickbooks_tax_code'],
] as const)(
  '%s: a tax code shared by percentages is refused until each has its own',
  async (program, name, code) => {
    const { db, reader, send, world } = await booksIn('DE', 'EUR')
    const buyer = { country: 'DE' }
    await send('2026-03-02', buyer, at(1900))
    await send('2026-03-02', buyer, at(0))
    const create = (of: AccountingProgram, from = '2026-01-01') =>
      openBooksFile(ctxFor(db, world.home.owner as SeedMember), of, { from, basis: 'issued', bom: false })
    await create(program)
    await send('2026-04-02', buyer, at(700))
    await send('2026-04-03', buyer, { ...at(700), currency: 'USD', booking_rate: '0.9' })
    const { ambiguous_rates, unmapped_rates: _, ...accounts } = await reader.finance.accounts()
    const both = [
      { kind: 'standard', tax_bps: 1900 },
      { kind: 'standard', tax_bps: 700 },
    ]
    expect(ambiguous_rates).toEqual({ xero: both, quickbooks: both })
    await expect(create(program)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: `${name} needs a tax code for each of Standard rate 19%, Standard rate 7%. Enter them in Accounts & Finance › Export › Account numbers.`,
      details: { reason: 'rate_unmapped' },
    })
    // Only one percentage was sold in this period.
    await create(program, '2026-04-01')
    const standard = accounts.rates.find(({ kind, tax_bps }) => kind === 'standard' && tax_bps === null)
    if (standard === undefined) throw new Error('The chart has no row for standard rates.')
    const rates = [{ ...standard, tax_bps: 700, [code]: '7 %' }, ...accounts.rates]
    const saved = await reader.finance.saveAccounts({ ...accounts, rates })
    expect(saved.ambiguous_rates[program]).toEqual([])
    await create(program)
  },
)

test('in the United States, QuickBooks finds the percentage of sales with the code TAX itself', async () => {
  const { db, reader, send, world } = await booksIn('US', 'USD')
  await send('2026-03-02', { country: 'US', region: 'TX' }, at(825))
  await send('2026-03-03', { country: 'US', region: 'NY' }, at(888))
  const { ambiguous_rates, unmapped_rates: _, ...accounts } = await reader.finance.accounts()
  expect([ambiguous_rates.quickbooks, ambiguous_rates.xero.length]).toEqual([[], 2])
  const period = { from: '2026-01-01', basis: 'issued', bom: false } as const
  const create = () => openBooksFile(ctxFor(db, world.home.owner as SeedMember), 'quickbooks', period)
  await create()
  const rates = accounts.rates.map((row) => ({ ...row, quickbooks_tax_code: 'State' }))
  expect((await reader.finance.saveAccounts({ ...accounts, rates })).ambiguous_rates.quickbooks).toEqual([
    { kind: 'standard', tax_bps: 888 },
    { kind: 'standard', tax_bps: 825 },
  ])
  await expect(create()).rejects.toMatchObject({ details: { reason: 'rate_unmapped' } })
})
