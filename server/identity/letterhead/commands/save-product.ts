import type { z } from 'zod'
import type { ProductDto } from '#shared/identity/letterhead/products.ts'
import type { productArchiveInput, productSaveInput } from '#shared/identity/letterhead/schemas/products.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { getProduct } from '../queries/products.ts'
import { getTaxRate } from '../queries/profile.ts'

type Save = z.output<typeof productSaveInput>

/** Creates or updates a product; existing lines made from it don't change. */
export function saveProduct(ctx: AgencyCtx, input: Save): Promise<ProductDto> {
  return transact(ctx, async (tx) => {
    const { agencyId: agency_id } = ctx.reach
    if (input.tax_rate_id) await getTaxRate(tx, input.tax_rate_id)
    const columns = {
      name: input.name,
      unit: input.unit,
      rate: input.rate,
      currency: input.currency ?? (await baseCurrency(tx)),
      tax_rate_id: input.tax_rate_id ?? null,
    }
    const id = input.id ?? newId()
    if (input.id === undefined) {
      const now = toInstant(tx.now)
      await insertInto(tx, 'products')
        .values({
          agency_id,
          id,
          ...columns,
          archived_at: null,
          version: 1,
          created_at: now,
          updated_at: now,
        })
        .execute()
    } else {
      const current = await getProduct(tx, id)
      const version = input.version ?? current.version
      await updateVersioned(tx, 'products', { agency_id, id, version }, columns, 'This product')
    }
    await record(tx, 'product.changed', { id, what: `Product “${input.name}”` })
    return getProduct(tx, id)
  })
}

/** Archives or restores a product. */
export function setProductArchived(
  ctx: AgencyCtx,
  { id, archived }: z.output<typeof productArchiveInput>,
): Promise<ProductDto> {
  return transact(ctx, async (tx) => {
    const { name, version } = await getProduct(tx, id)
    const row = { agency_id: ctx.reach.agencyId, id, version }
    const columns = { archived_at: archived ? toInstant(tx.now) : null }
    await updateVersioned(tx, 'products', row, columns, 'This product')
    await record(tx, 'product.changed', { id, what: `Product “${name}”` })
    return getProduct(tx, id)
  })
}

async function baseCurrency(tx: Tx<AgencyCtx>): Promise<string> {
  const { currency } = await selectFrom(tx, 'agencies')
    .select('currency')
    .where('id', '=', tx.reach.agencyId)
    .executeTakeFirstOrThrow()
  return currency
}
