import type { z } from 'zod'
import { type CollectionRulesDto, type collectionRulesInput, lateFeeWords } from '#shared/credit.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { booksToday } from '../../finance/commands/post-ledger.ts'
import { getCollectionRules } from '../queries/collection-rules.ts'

type Rules = z.output<typeof collectionRulesInput>

/** Says what happens by itself; late fees begin with the day they are turned on. */
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
    version: version + 1,
    updated_at: toInstant(tx.now),
  }
  const written =
    version === 0
      ? await insertInto(tx, 'collection_rules')
          .values({ agency_id: agencyId, ...values })
          .onConflict((clash) => clash.column('agency_id').doNothing())
          .returning('version')
          .executeTakeFirst()
      : await updateTable(tx, 'collection_rules')
          .set(values)
          .where('agency_id', '=', agencyId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (written === undefined) throw conflict('This rule')
}
