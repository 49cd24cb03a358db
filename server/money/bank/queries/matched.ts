import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

type Settled = 'payment_id' | 'refund_id' | 'expense_id' | 'payout_id' | 'provider_payout_id'

/** The entries that lines of the agency's statements have settled, for `not in`. */
export const matched = (ctx: AgencyCtx, column: Settled) =>
  selectFrom(ctx, 'bank_matches')
    .select((eb) => eb.ref(column).$notNull().as('id'))
    .where('agency_id', '=', ctx.reach.agencyId)
    .where(column, 'is not', null)
