import { randomUUID } from 'node:crypto'
import { callerAs } from '#tests/support/caller.ts'
import { refundForm } from '#tests/support/money/money.ts'
import type { Calls, DomainCases } from '../notation/case.ts'
import { gone, no, own, yes } from '../notation/cells.ts'

const calls: Calls = {
  'invoices.collectAgain': async (caller, { db, world, rows }) => {
    const owner = callerAs(db, world.home.owner)
    const form = { invoice_id: rows.invoice, amount: 100, method: 'bank', request_id: randomUUID() } as const
    const { id } = await owner.payments.recordManual(form)
    await owner.payments.refund({ id, ...refundForm() })
    return caller.invoices.collectAgain({ id: rows.invoice })
  },
  'invoices.collectionRules': (caller) => caller.invoices.collectionRules(),
  'invoices.saveCollectionRules': (caller) =>
    caller.invoices.saveCollectionRules({
      version: 0,
      apply_credit: false,
      late_fees: 'draft',
      fee_type: 'percent',
      fee_bps: 100,
      fee_amount: 100,
      grace_days: 7,
      max_fees: 2,
    }),
}

export const cases: DomainCases = {
  calls,
  access: {
    'invoices.collectAgain': [no, yes, yes, no, no, no, no, no, no, gone],
    'invoices.collectionRules': [no, yes, yes, no, no, no, no, no, no, own],
    'invoices.saveCollectionRules': [no, yes, yes, no, no, no, no, no, no, own],
  },
  areas: {},
}
