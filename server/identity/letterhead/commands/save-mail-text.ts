import type { z } from 'zod'
import { type MailTextDto, STANDARD_MAIL_TEXTS } from '#shared/identity/letterhead/mail-texts.ts'
import type { mailOccasionInput, mailTextInput } from '#shared/identity/letterhead/schemas/mail-texts.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { saveSettings } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'

const WHAT = 'Text of a billing mail'

/** Saves the agency's custom text of a mail. */
export function saveMailText(
  ctx: AgencyCtx,
  { occasion, subject, body, version }: z.output<typeof mailTextInput>,
): Promise<MailTextDto> {
  return transact(ctx, async (tx) => {
    const { agencyId: agency_id } = ctx.reach
    await saveSettings(tx, 'mail_texts', { agency_id, occasion }, version, { subject, body }, 'This text')
    await record(tx, 'billing.changed', { id: agency_id, what: WHAT })
    return { occasion, subject, body, version: version + 1 }
  })
}

/** Restores the default text. */
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
