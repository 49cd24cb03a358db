import type { NotNull } from 'kysely'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { InAgency, Tx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../../base/db/values.ts'
import { deductedBy, linesOfAdvances, requireAdvances, requireCovered } from '../../commands/link-advances.ts'
import { issueCreditNote } from '../../credit/commands/issue-credit-note.ts'
import { partsOfAmount } from '../../queries/creditable.ts'
import { refuseWhilePaying } from '../../queries/require-open.ts'

/**
 * Before a final invoice is sent: checks that it deducts exactly what was received, and credits the rest of each
 * advance invoice, which the final invoice bills instead. Throws CONFLICT if something changed since the draft was
 * saved.
 */
export async function settleAdvances(tx: Tx<InAgency>, id: string): Promise<void> {
  const final = await selectFrom(tx, 'invoices')
    .select(['id', 'client_id', 'currency', 'prices_include_tax', 'created_by'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .where('stage', '=', 'final')
    .where('status', '=', 'draft')
    .where('client_id', 'is not', null)
    .$narrowType<{ client_id: NotNull }>()
    .executeTakeFirst()
  if (final === undefined) return
  const advances = await requireAdvances(tx, final, await deductedBy(tx, id))
  const items = await selectFrom(tx, 'invoice_items')
    .select(['tax_bps', 'tax_name', 'tax_category', 'tax_note', 'net', 'tax', 'deducted_invoice_id'])
    .where('invoice_id', '=', id)
    .orderBy('position')
    .execute()
  const now = linesOfAdvances(advances, {
    items: items.filter((item) => item.deducted_invoice_id === null),
    pricesIncludeTax: fromFlag(final.prices_include_tax),
  })
  const saved = items.filter((item) => item.deducted_invoice_id !== null)
  if (keysOf(now) !== keysOf(saved)) {
    throw new AppError(
      'CONFLICT',
      'The amount received for its advance invoices has changed since this draft was saved. Edit and save it to see the new remaining amount.',
      { reason: 'advances_changed' },
    )
  }
  requireCovered(items, final.currency)
  for (const advance of advances) {
    await refuseWhilePaying(tx, advance.id)
    await refuseWhileRefunding(tx, advance)
    if (advance.due === 0) continue
    await issueCreditNote(tx, advance.id, {
      parts: await partsOfAmount(tx, advance.id, advance.due),
      reason: 'Not paid in advance; part of the final invoice',
      createdBy: final.created_by,
    })
  }
}

interface DeductedLine {
  deducted_invoice_id: string | null
  tax_bps: number
  net: number
  tax: number
}

const keysOf = (lines: readonly DeductedLine[]): string =>
  lines
    .map(({ deducted_invoice_id: id, tax_bps, net, tax }) => [id, tax_bps, net, tax].join(' '))
    .toSorted()
    .join()

/** A refund on its way would reduce what was received. */
async function refuseWhileRefunding(tx: Tx, { id, number }: { id: string; number: string }): Promise<void> {
  const refund = await selectFrom(tx, 'payment_refunds')
    .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
    .select('payment_refunds.id')
    .where('payments.invoice_id', '=', id)
    .where('payment_refunds.status', '=', 'pending')
    .executeTakeFirst()
  if (refund === undefined) return
  throw new AppError('CONFLICT', `A refund of ${number} is being processed. Wait until it has finished.`)
}
