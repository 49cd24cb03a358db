import type { z } from 'zod'
import { type AutopayRulesDto, type autopayRulesInput, autopayRulesWords } from '#shared/autopay.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { getAutopayRules } from '../queries/rules.ts'

/** Says when clients are told of charges, and when declined ones are tried again; tries already planned stay. */
export function saveAutopayRules(
  ctx: AgencyCtx,
  { version, notice_days, retry_days }: z.output<typeof autopayRulesInput>,
): Promise<AutopayRulesDto> {
  return transact(ctx, async (tx) => {
    const { agencyId } = ctx.reach
    const values = {
      notice_days,
      retry_days: retry_days.join(','),
      version: version + 1,
      updated_at: toInstant(tx.now),
    }
    const written =
      version === 0
        ? await insertInto(tx, 'autopay_rules')
            .values({ agency_id: agencyId, ...values })
            .onConflict((clash) => clash.column('agency_id').doNothing())
            .returning('version')
            .executeTakeFirst()
        : await updateTable(tx, 'autopay_rules')
            .set(values)
            .where('agency_id', '=', agencyId)
            .where('version', '=', version)
            .returning('version')
            .executeTakeFirst()
    if (written === undefined) throw conflict('This rule')
    await record(tx, 'autopay-rules.changed', {
      id: agencyId,
      words: autopayRulesWords({ notice_days, retry_days }),
    })
    return getAutopayRules(tx)
  })
}
