import { expect, test } from 'vitest'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { countTaxDays } from '#server/money/ledger/taxes/commands/count-tax-days.ts'
import { testServices } from '#tests/support/caller.ts'
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
