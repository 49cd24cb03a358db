import { DEDUCTIBLE } from '#shared/money/ledger/taxes/purchases.ts'
import type { SplitPart } from '#shared/money/ledger/taxes/tax-split.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'

export interface EntryPart extends SplitPart {
  /** The tax that the agency itself owes, in base currency, and the part it deducts; null if it owes none. */
  owed_tax: number | null
  deducted_tax: number | null
  /** The part of the tax in it that can't be deducted, in base currency. */
  base_undeducted_tax: number | null
}

/** The parts of entries by rate; those without a tax breakdown are missing. */
export async function partsOfEntries(
  ctx: Ctx,
  entries: readonly { id: string }[],
): Promise<Map<string, EntryPart[]>> {
  if (entries.length === 0) return new Map()
  const rows = await selectFrom(ctx, 'ledger_taxes')
    .selectAll()
    .where(
      'entry_id',
      'in',
      entries.map(({ id }) => id),
    )
    .orderBy('entry_id')
    .orderBy('position')
    .execute()
  const parts = rows.map(
    ({ purchase: kind, supplier_country: country, owed_bps, deductible_bps: share, ...stored }) => {
      const { undeducted_bps: tax_bps, undeducted_tax: tax, ...row } = stored
      if (kind === null)
        return tax_bps === null || tax === null ? row : { ...row, undeducted: { tax_bps, tax } }
      const purchase = { kind, country, owed_bps, deductible_bps: share ?? DEDUCTIBLE }
      return { ...row, deducted_tax: row.deducted_tax ?? row.owed_tax, purchase }
    },
  )
  return Map.groupBy(parts, ({ entry_id }) => entry_id)
}
