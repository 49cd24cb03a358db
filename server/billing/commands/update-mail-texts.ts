import type { z } from 'zod'
import {
  type MailTextDto,
  type mailOccasionInput,
  type mailTextInput,
  STANDARD_MAIL_TEXTS,
} from '#shared/mail-texts.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { deleteFrom, insertInto, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'

const WHAT = 'Text of a billing mail'

/** Puts one mail in the agency's own words. */
export function saveMailText(
  ctx: AgencyCtx,
  { occasion, subject, body, version }: z.output<typeof mailTextInput>,
): Promise<MailTextDto> {
  return transact(ctx, async (tx) => {
    const { agencyId: agency_id } = ctx.reach
    const columns = { subject, body, version: version + 1, updated_at: toInstant(tx.now) }
    const saved =
      version === 0
        ? await insertInto(tx, 'mail_texts')
            .values({ agency_id, occasion, ...columns })
            .onConflict((clash) => clash.columns(['agency_id', 'occasion']).doNothing())
            .returning('occasion')
            .executeTakeFirst()
        : await updateTable(tx, 'mail_texts')
            .set(columns)
            .where('agency_id', '=', agency_id)
            .where('occasion', '=', occasion)
            .where('version', '=', version)
            .returning('occasion')
            .executeTakeFirst()
    if (saved === undefined) throw conflict('This text')
    await record(tx, 'billing.changed', { id: agency_id, what: WHAT })
    return { occasion, subject, body, version: version + 1 }
  })
}

/** Back to the standard. */
export function resetMailText(
  ctx: AgencyCtx,
  { occasion }: z.output<typeof mailOccasionInput>,
): Promise<MailTextDto> {
  return transact(ctx, async (tx) => {
    const { agencyId } = ctx.reach
    await deleteFrom(tx, 'mail_texts')
      .where('agency_id', '=', agencyId)
      .where('occasion', '=', occasion)
      .execute()
    await record(tx, 'billing.changed', { id: agencyId, what: WHAT })
    return { occasion, ...STANDARD_MAIL_TEXTS[occasion], version: 0 }
  })
}
