import type { AdvanceTax } from '#shared/money/payments/payments.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { getTaxRate } from '../../../../identity/letterhead/queries/profile.ts'
import { atTaxRates, insertInvoice } from '../../commands/save.ts'
import { issueInvoice } from './send.ts'

interface Deposit {
  clientId: string
  /** Minor units, including the tax. */
  amount: number
  currency: string
  description: string
  receivedAt: Date
  tax: AdvanceTax
}

/**
 * Sends an advance invoice for a deposit and settles it with the credit that the deposit has just become, as of the day
 * it was received: where tax is due on receipt, this is the document for it.
 */
export async function invoiceDeposit(tx: Tx<AgencyCtx>, deposit: Deposit): Promise<void> {
  const { amount, description, tax } = deposit
  if (tax.tax_rate_id != null) await getTaxRate(tx, tax.tax_rate_id)
  const id = await insertInvoice(
    tx,
    {
      client_id: deposit.clientId,
      title: description,
      description: null,
      notes: null,
      currency: deposit.currency,
      discount: { type: 'none', value: 0 },
      prices_include_tax: true,
      purchase_order: null,
      stage: 'advance',
      items: await atTaxRates(tx, [{ description, quantity: 1, rate: amount, ...tax }]),
    },
    { due: { days: 0 }, kind: 'invoice', createdBy: tx.actor.userId },
  )
  await issueInvoice(tx, id, { applyCredit: true, creditedAt: deposit.receivedAt })
}
