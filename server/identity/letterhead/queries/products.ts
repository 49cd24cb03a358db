import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { ProductDto } from '#shared/identity/letterhead/products.ts'
import type { productListInput } from '#shared/identity/letterhead/schemas/products.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { pageAfter, whereSet } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { containsText } from '../../../base/db/engines/dialect.ts'

/** The product catalog, by name. */
export async function listProducts(
  ctx: AgencyCtx,
  input: z.output<typeof productListInput>,
): Promise<Page<ProductDto>> {
  const matching = whereSet(selectProducts(ctx), 'products.currency', input.currency)
    .where('products.archived_at', input.archived ? 'is not' : 'is', null)
    .$if(input.search !== '', (query) =>
      query.where((eb) => containsText(eb, [eb.ref('products.name'), eb.ref('products.unit')], input.search)),
    )
  return pageAfter(matching, ['products.name', 'products.id'], input, (row) => row, 'asc')
}

export async function getProduct(ctx: AgencyCtx, id: string): Promise<ProductDto> {
  const product = await selectProducts(ctx).where('products.id', '=', id).executeTakeFirst()
  if (product === undefined) throw notFound('This product')
  return product
}

const selectProducts = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'products')
    .leftJoin('tax_rates', (join) =>
      join
        .onRef('tax_rates.agency_id', '=', 'products.agency_id')
        .onRef('tax_rates.id', '=', 'products.tax_rate_id'),
    )
    .select([
      'products.id',
      'products.name',
      'products.unit',
      'products.rate',
      'products.currency',
      'products.tax_rate_id',
      'tax_rates.name as tax_rate_name',
      'products.archived_at',
      'products.version',
    ])
    .where('products.agency_id', '=', ctx.reach.agencyId)
