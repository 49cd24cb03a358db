import { plus } from '#shared/base/amounts/money.ts'
import { incomeSteps } from '../queries/invoice-income.ts'
import type { Books } from '../queries/open-days.ts'
import { type LedgerPosting, postLedger } from './post-ledger.ts'

/** What an invoice receives; zero corrects its taxes without moving money. */
type InvoiceIncome = Pick<
  LedgerPosting,
  'agencyId' | 'amount' | 'currency' | 'description' | 'paymentId' | 'clientId'
> & { invoiceId: string }

/** Posts an invoice's income, one entry per project of its lines. Returns its amount in base currency. */
export async function postIncome(tx: Books, income: InvoiceIncome): Promise<number | null> {
  let sum: number | null = 0
  for (const { base, taxes, ...step } of await incomeSteps(tx, income.invoiceId, income.amount)) {
    const entry = { ...income, ...step, direction: 'income', category: 'invoices' } as const
    await postLedger(tx, { ...entry, baseAmount: base, split: taxes })
    sum = plus(sum, base)
  }
  return sum
}
