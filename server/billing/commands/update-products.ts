import type { z } from 'zod'
import type { ProductDto, productArchiveInput, productSaveInput } from '#shared/products.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { newId, toInstant } from '../../db/values.ts'
import { getProduct } from '../queries/products.ts'
import { getTaxRate } from '../queries/profile.ts'

type Save = z.output<typeof productSaveInput>

/** Adds a product or changes one; lines that were made of it stay as they are. */
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

/** Takes a product out of the catalogue, or back into it. */
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
