import { formatCharged } from '#shared/base/amounts/money.ts'
import { type LineTax, rateLabel, type TaxedPart } from '#shared/base/amounts/taxes.ts'
import { deductionLines, type InvoiceStage, overdrawn } from '#shared/money/invoices/deductions.ts'
import { AppError, fieldError, notFound } from '../../../base/core/calls/errors.ts'
import type { InAgency, Tx } from '../../../base/core/context.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { type ChosenAdvance, chosenAdvances } from '../queries/advances.ts'

/** The final invoice; its id is null while it is being created. */
interface Final {
  id: string | null
  client_id: string
  currency: string
}

/** The stage and advance invoices of a document being saved; omitted values don't change. */
export async function chosenStage(
  tx: Tx<InAgency>,
  input: { id?: string | undefined; stage?: InvoiceStage | undefined; advance_ids?: string[] | undefined },
): Promise<{ stage: InvoiceStage; advanceIds: string[] }> {
  const saved =
    input.id === undefined
      ? undefined
      : await selectFrom(tx, 'invoices')
          .select('stage')
          .where('agency_id', '=', tx.reach.agencyId)
          .where('id', '=', input.id)
          .executeTakeFirst()
  const stage = input.stage ?? saved?.stage ?? 'whole'
  if (stage !== 'final') {
    if (input.advance_ids === undefined || input.advance_ids.length === 0) return { stage, advanceIds: [] }
    throw refused('Only a final invoice can deduct advance invoices.')
  }
  return { stage, advanceIds: input.advance_ids ?? (await deductedBy(tx, input.id ?? '')) }
}

export async function deductedBy(tx: Tx, finalId: string): Promise<string[]> {
  const rows = await selectFrom(tx, 'invoices').select('id').where('final_invoice_id', '=', finalId).execute()
  return rows.map((row) => row.id)
}

/**
 * The advance invoices. Throws NOT_FOUND for one of another client or agency, and the reason if one can't be
 * deducted.
 */
export async function requireAdvances(
  tx: Tx<InAgency>,
  final: Final,
  ids: readonly string[],
): Promise<ChosenAdvance[]> {
  const wanted = [...new Set(ids)]
  const advances = await chosenAdvances(tx, wanted)
  const own = advances.filter((advance) => advance.client_id === final.client_id)
  if (own.length < wanted.length) throw notFound('This advance invoice')
  for (const advance of own) requireDeductible(advance, final)
  return own
}

function requireDeductible(advance: ChosenAdvance, { id, currency }: Final): void {
  const { number, final_invoice_id: taken, problem } = advance
  if (taken !== null && taken !== id) {
    throw new AppError('CONFLICT', `${number} is already deducted in another final invoice.`, {
      reason: 'advance_taken',
    })
  }
  if (advance.currency !== currency) {
    throw refused(`${number} is in ${advance.currency}; this invoice is in ${currency}.`)
  }
  if (problem !== null) throw refused(problem)
}

const refused = (message: string): AppError => fieldError('advance_ids', message)

interface Work {
  /** The lines of the whole work, with their tax. */
  items: readonly (Pick<LineTax, 'tax_bps'> & Partial<LineTax>)[]
  pricesIncludeTax: boolean
}

/** The lines that deduct the advance invoices. */
export const linesOfAdvances = (advances: readonly ChosenAdvance[], { items, pricesIncludeTax }: Work) =>
  deductionLines(advances, items.map(withTax), { pricesIncludeTax })

/** A line's tax as it is stored. */
export const withTax = ({ tax_bps, tax_name, tax_category, tax_note }: Work['items'][number]): LineTax => ({
  tax_bps,
  tax_name: tax_name ?? null,
  tax_category: tax_category ?? (tax_bps > 0 ? 'standard' : null),
  tax_note: tax_note ?? null,
})

/** Links the advance invoices to their final invoice, and frees those it no longer deducts. */
export async function linkAdvances(
  tx: Tx,
  finalId: string,
  advances: readonly Pick<ChosenAdvance, 'id'>[],
): Promise<void> {
  await releaseAdvances(tx, finalId)
  if (advances.length === 0) return
  await updateTable(tx, 'invoices')
    .set({ final_invoice_id: finalId })
    .where(
      'id',
      'in',
      advances.map(({ id }) => id),
    )
    .execute()
}

/** Frees the advance invoices of a final invoice that was withdrawn. */
export async function releaseAdvances(tx: Tx, finalId: string): Promise<void> {
  await updateTable(tx, 'invoices')
    .set({ final_invoice_id: null })
    .where('final_invoice_id', '=', finalId)
    .execute()
}

/** Throws BAD_REQUEST if more was received at a tax rate than the lines of the final invoice have. */
export function requireCovered(lines: readonly TaxedPart[], currency: string): void {
  const over = overdrawn(lines)
  if (over === null) return
  const { tax_name, tax_bps, tax_category, net, tax } = over
  const rate =
    tax_category === null
      ? 'without tax'
      : `at ${rateLabel({ name: tax_name ?? 'tax', bps: tax_bps, category: tax_category })}`
  const [what, amount] = net < 0 ? ['net', -net] : ['tax', -tax]
  throw refused(
    `The advance invoices have ${formatCharged(amount, currency)} more ${what} ${rate} than this invoice. Credit that part of an advance invoice first, or change the lines.`,
  )
}
