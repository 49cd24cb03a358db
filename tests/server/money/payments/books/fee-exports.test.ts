import { expect, test } from 'vitest'
import type { AgencyCtx } from '#server/base/core/context.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { importBalances } from '#server/money/payments/book/commands/import-balances.ts'
import type { BooksFile } from '#shared/money/ledger/books.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { readTable } from '#tests/support/money/program-reader.ts'
import { PAID_LATER, setUpPaid } from '#tests/support/stripe/stripe-portal.ts'

const amountOf = (row: Record<string, string>) => Number(row.Total ?? row['*Line Amount'])

/** A payment with a fee of 104.70 USD, and a Climate contribution of 50.00. */
async function setUp() {
  const { ctx, db, intent, owner, stripe, world } = await setUpPaid()
  stripe.balance.charged(intent, { fee: 10_470 })
  stripe.balance.add({ type: 'contribution', description: 'Climate' }, -5000, 'usd')
  await importBalances(ctx)
  const rows = async (name: BooksFile) => {
    const ctx = ctxFor(db, world.home.owner, PAID_LATER) as AgencyCtx
    const period = { from: '2026-01-01', to: '2026-12-31' }
    const { content } = await openBooksFile(ctx, name, { ...period, basis: 'issued', bom: false })
    let text = ''
    for await (const chunk of content) text += String(chunk)
    // Entries of a day are in no particular order.
    return readTable(text).toSorted((one, other) => amountOf(other) - amountOf(one))
  }
  return { owner, rows }
}

test('fees get the tax types of the programs, which compute a reverse charge themselves', async () => {
  const { owner, rows } = await setUp()
  const {
    unmapped_rates: _unmapped,
    ambiguous_rates: _ambiguous,
    ...accounts
  } = await owner.finance.accounts()
  await owner.finance.saveAccounts({
    ...accounts,
    xero_fee_tax_type: 'Reverse Charge Expenses (20%)',
    quickbooks_fee_tax_code: '20.0% RC SG',
  })
  expect(await rows('xero-fees')).toMatchObject([
    { Total: '104.7', '*TaxType': 'Reverse Charge Expenses (20%)', TaxAmount: '' },
    { Total: '50', '*TaxType': 'Tax Exempt', TaxAmount: '0' },
  ])
  expect(await rows('quickbooks-fees')).toMatchObject([
    { '*Line Amount': '104.7', '*Line Tax Code': '20.0% RC SG', 'Line Tax Amount': '' },
    { '*Line Amount': '50', '*Line Tax Code': 'NON', 'Line Tax Amount': '0' },
  ])
})

test('without a choice, fees have no tax', async () => {
  const { rows } = await setUp()
  expect((await rows('xero-fees'))[0]).toMatchObject({ '*TaxType': 'Tax Exempt', TaxAmount: '0' })
  expect((await rows('quickbooks-fees'))[0]).toMatchObject({
    '*Line Tax Code': 'NON',
    'Line Tax Amount': '0',
  })
})
