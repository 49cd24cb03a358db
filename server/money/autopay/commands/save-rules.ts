import type { z } from 'zod'
import {
  type AutopayRulesDto,
  type autopayRulesInput,
  autopayRulesWords,
} from '#shared/money/autopay/schemas/autopay.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { saveSettings } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { getAutopayRules } from '../queries/rules.ts'

/** Sets when clients are notified of charges and declined ones retried; scheduled retries don't change. */
export function saveAutopayRules(
  ctx: AgencyCtx,
  { version, notice_days, retry_days }: z.output<typeof autopayRulesInput>,
): Promise<AutopayRulesDto> {
  return transact(ctx, async (tx) => {
    const { agencyId } = ctx.reach
    const rules = { notice_days, retry_days: retry_days.join(',') }
    await saveSettings(tx, 'autopay_rules', { agency_id: agencyId }, version, rules, 'This rule')
    await record(tx, 'autopay-rules.changed', {
      id: agencyId,
      words: autopayRulesWords({ notice_days, retry_days }),
    })
    return getAutopayRules(tx)
  })
}
