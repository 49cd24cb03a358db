import { lostTax, purchaseTaxes, shareInBase } from '#shared/money/ledger/taxes/purchases.ts'
import {
  addUp,
  partsInBase,
  type SplitPart,
  splitStep,
  type ToBase,
} from '#shared/money/ledger/taxes/tax-split.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'

/** Books the taxes of entries whose exchange rate became known, in chronological order. */
export async function bookTaxesInBase(tx: Tx, entryIds: readonly string[], toBase: ToBase): Promise<void> {
  const sums = new Map<string, SplitPart[]>()
  for (const entryId of entryIds) {
    const rows = await selectFrom(tx, 'ledger_taxes')
      .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_taxes.entry_id')
      .select(['position', 'tax_bps', 'tax_name', 'tax_category', 'tax_note', 'owed_bps', 'deductible_bps'])
      .select('undeducted_tax')
      .select(['ledger_taxes.net', 'ledger_taxes.tax', 'ledger_taxes.base_net', 'ledger_taxes.base_tax'])
      .select(['ledger_entries.invoice_id', 'ledger_entries.category'])
      .where('ledger_taxes.entry_id', '=', entryId)
      .orderBy('ledger_taxes.position')
      .execute()
    const [first] = rows
    if (first === undefined) continue
    // An invoice's payments, losses, and relieved tax are separate running totals.
    const key = first.invoice_id === null ? entryId : `${first.category} ${first.invoice_id}`
    const before = sums.get(key) ?? []
    const whole = addUp([...before, ...rows])
    const after = partsInBase(whole, toBase)
    sums.set(key, after)
    await writeBase(tx, entryId, rows, splitStep(before, after))
  }
}

interface Booked extends SplitPart {
  position: number
  owed_bps: number | null
  deductible_bps: number | null
  undeducted_tax: number | null
}

async function writeBase(
  tx: Tx,
  entryId: string,
  rows: readonly Booked[],
  step: readonly SplitPart[],
): Promise<void> {
  let base_tax = 0
  for (const row of rows) {
    const base = step.find(
      (part) =>
        part.tax_bps === row.tax_bps &&
        part.tax_name === row.tax_name &&
        part.tax_category === row.tax_category,
    )
    const base_net = base?.base_net ?? 0
    const owed = purchaseTaxes(base_net, row)
    base_tax += (base?.base_tax ?? 0) - lostTax(owed)
    await updateTable(tx, 'ledger_taxes')
      .set({
        ...{ base_net, base_tax: base?.base_tax ?? 0, ...owed },
        base_undeducted_tax: shareInBase(base_net, row.undeducted_tax, row.net),
      })
      .where('entry_id', '=', entryId)
      .where('position', '=', row.position)
      .execute()
  }
  await updateTable(tx, 'ledger_entries').set({ base_tax }).where('id', '=', entryId).execute()
}
