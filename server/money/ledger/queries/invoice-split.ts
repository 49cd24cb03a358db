import { convert } from '#shared/base/amounts/exchange.ts'
import { type TaxedPart, taxSummary } from '#shared/base/amounts/taxes.ts'
import { addUp, type SplitPart, saysTax, splitAt } from '#shared/money/ledger/taxes/tax-split.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'

interface InvoiceSplit {
  /** The amount already in the ledger, in the invoice's currency. */
  paid: number
  booked: SplitPart[]
  /** Splits an amount paid into net and tax per rate. */
  at: (paid: number) => SplitPart[]
}

/** How payments of an invoice are split into net and tax; null if its lines have no tax details. */
export async function invoiceSplit(ctx: Ctx, invoiceId: string): Promise<InvoiceSplit | null> {
  const parts = await partsLeft(ctx, invoiceId)
  if (!saysTax(parts)) return null
  const invoice = await selectFrom(ctx, 'invoices')
    .select(['agency_id', 'currency', 'booking_rate'])
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const base = await agencyCurrency(ctx, invoice.agency_id)
  const rate = invoice.currency === base ? '1' : invoice.booking_rate
  const entries = await selectFrom(ctx, 'ledger_entries')
    .select('amount')
    .where('invoice_id', '=', invoiceId)
    .where('direction', '=', 'income')
    .where('category', '=', 'invoices')
    .execute()
  const booked = await selectFrom(ctx, 'ledger_taxes')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_taxes.entry_id')
    .select([
      'ledger_taxes.tax_bps',
      'ledger_taxes.tax_name',
      'ledger_taxes.tax_category',
      'ledger_taxes.tax_note',
      'ledger_taxes.net',
      'ledger_taxes.tax',
      'ledger_taxes.base_net',
      'ledger_taxes.base_tax',
    ])
    .where('ledger_entries.invoice_id', '=', invoiceId)
    .where('ledger_entries.direction', '=', 'income')
    .execute()
  const toBase = (amount: number) => (rate === null ? null : convert(amount, invoice.currency, base, rate))
  return {
    paid: entries.reduce((sum, entry) => sum + entry.amount, 0),
    booked: addUp(booked),
    at: (paid) => splitAt(parts, paid, toBase),
  }
}

/** An invoice's tax rates, minus what its credit notes credit. */
async function partsLeft(ctx: Ctx, invoiceId: string): Promise<TaxedPart[]> {
  const lines = await selectFrom(ctx, 'invoice_items')
    .innerJoin('invoices', 'invoices.id', 'invoice_items.invoice_id')
    .select([
      'invoices.kind',
      'invoice_items.tax_bps',
      'invoice_items.tax_name',
      'invoice_items.tax_category',
      'invoice_items.tax_note',
      'invoice_items.net',
      'invoice_items.tax',
    ])
    .where((eb) =>
      eb.or([eb('invoices.id', '=', invoiceId), eb('invoices.credited_invoice_id', '=', invoiceId)]),
    )
    .where('invoices.status', '!=', 'void')
    .orderBy('invoices.kind', 'desc')
    .orderBy('invoices.created_at')
    .orderBy('invoice_items.position')
    .execute()
  return taxSummary(
    lines.map(({ kind, ...line }) =>
      kind === 'credit_note' ? { ...line, net: -line.net, tax: -line.tax } : line,
    ),
  )
}
