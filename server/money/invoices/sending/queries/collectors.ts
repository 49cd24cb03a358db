import type { ExpressionBuilder } from 'kysely'
import type { Collector, Ctx } from '../../../../base/core/context.ts'
import type { Schema } from '../../../../base/db/schema.ts'

/** Excludes invoices that a domain collects by itself. */
export const notCollected =
  (ctx: Ctx, from: Exclude<keyof Collector, 'announce'>) => (eb: ExpressionBuilder<Schema, 'invoices'>) =>
    eb.and(ctx.services.collectors.map((collector) => collector[from](ctx.now)(eb)))
