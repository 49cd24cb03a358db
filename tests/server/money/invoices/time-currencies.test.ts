import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { setUpApproved } from '../../time/timesheets/setup.ts'

/** Approved hours at 100.00 USD an hour, and flights for 50.00 USD, of a client who is billed in euros. */
async function setUp() {
  const world = await setUpApproved()
  const { db, owner, input } = world
  await db.updateTable('clients').set({ billing_currency: 'EUR' }).where('id', '=', input.client_id).execute()
  const expense = await owner.finance.saveExpense({
    category: 'travel',
    description: 'Flights',
    amount: 5000,
    spent_on: '2026-03-02',
    rebillable: true,
    client_id: input.client_id,
  })
  const bill = () =>
    owner.invoices.fromTime({ ...input, expense_ids: [expense.id], title: 'March', due_date: '2026-04-01' })
  return { ...world, bill }
}

test("time and expenses are billed in the client's currency, and the lines show the conversion", async () => {
  const { db, world, bill } = await setUp()
  await callerAs(db, world.admin).platform.importExchangeRates({
    rates: [{ quoted_on: '2026-03-02', currency: 'USD', per_euro: '1.25' }],
  })
  const draft = await bill()
  expect(draft.currency).toBe('EUR')
  expect(draft.items.map(({ description, quantity, rate }) => ({ description, quantity, rate }))).toEqual([
    { description: 'Website: Layout ($100.00 USD an hour at 1.25 USD for 1 EUR)', quantity: 2, rate: 8000 },
    {
      description: 'Website: General work ($100.00 USD an hour at 1.25 USD for 1 EUR)',
      quantity: 1,
      rate: 8000,
    },
    { description: 'Flights ($50.00 USD at 1.25 USD for 1 EUR)', quantity: 1, rate: 4000 },
  ])
  expect(draft.amount).toBe(28_000)
  // The agency's value of the hours stays in its own currency.
  const rates = await db
    .selectFrom('time_entries')
    .select('billing_rate')
    .where('invoice_id', '=', draft.id)
    .execute()
  expect(rates).toEqual([{ billing_rate: 10_000 }, { billing_rate: 10_000 }])
})

test('without an exchange rate nothing is billed', async () => {
  const { owner, input, bill } = await setUp()
  await expect(bill()).rejects.toThrow('Enter the exchange rate first: the value of 1 EUR in USD.')
  expect((await owner.timesheets.unbilled(input)).amount).toBe(30_000)
})
