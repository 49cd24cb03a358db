import { announceCharges } from '#server/money/autopay/commands/announce.ts'
import { countWhere, testBrokenItems, twoInvoices } from '#tests/support/broken/items.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { giveWith } from '#tests/support/money/autopay.ts'
import { card } from '#tests/support/money/money.ts'
import { shareKeys } from '#tests/support/world.ts'

testBrokenItems([
  {
    job: 'autopay',
    work: 'autopay-charge',
    at: new Date('2026-04-03T10:00:00.000Z'),
    arrange: async (db, world) => {
      await shareKeys(db, world.home)
      const client = callerAs(db, world.home.client)
      await client.payments.addCard(card())
      await giveWith(client)
      const id = await twoInvoices(db, world)
      await announceCharges(ctxFor(db, null, new Date('2026-03-31T10:00:00.000Z')))
      return [id, { table: 'autopay_attempts', event: 'insert', when: `new.invoice_id = '${id}'` }]
    },
    done: (db) => countWhere(db, 'invoices', ['status', 'paid']),
  },
])
