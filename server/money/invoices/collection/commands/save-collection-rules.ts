import type { z } from 'zod'
import {
  type CollectionRulesDto,
  type collectionRulesInput,
  lateFeeWords,
} from '#shared/money/invoices/schemas/credit.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { saveSettings } from '../../../../base/core/rows/versioned.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toFlag } from '../../../../base/db/values.ts'
import { booksToday } from '../../../ledger/queries/open-days.ts'
import { getCollectionRules } from '../queries/collection-rules.ts'

type Rules = z.output<typeof collectionRulesInput>

/** Saves the rules; late fees apply from the day they are enabled. */
export function saveCollectionRules(ctx: AgencyCtx, input: Rules): Promise<CollectionRulesDto> {
  return transact(ctx, async (tx) => {
    await writeRules(tx, input)
    const saved = await getCollectionRules(tx)
    await record(tx, 'collection-rules.changed', { id: ctx.reach.agencyId, words: lateFeeWords(saved) })
    return saved
  })
}

async function writeRules(
  tx: Tx<AgencyCtx>,
  { version, apply_credit, part_payments, ...rules }: Rules,
): Promise<void> {
  const { agencyId } = tx.reach
  const current = await selectFrom(tx, 'collection_rules')
    .select(['late_fees', 'since'])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  const on = current !== undefined && current.late_fees !== 'off' ? current.since : null
  const values = {
    late_fees: rules.late_fees,
    fee_type: rules.fee_type,
    fee_bps: rules.fee_bps,
    fee_amount: rules.fee_amount,
    grace_days: rules.grace_days,
    max_fees: rules.max_fees,
    apply_credit: toFlag(apply_credit),
    part_payments: toFlag(part_payments),
    part_minimum: rules.part_minimum,
    since: rules.late_fees === 'off' ? null : (on ?? (await booksToday(tx, agencyId))),
  }
  await saveSettings(tx, 'collection_rules', { agency_id: agencyId }, version, values, 'This rule')
}
