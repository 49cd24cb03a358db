import type { AgencyId } from '#shared/base/roles.ts'
import {
  MAIL_OCCASIONS,
  type MailOccasion,
  type MailText,
  type MailTextDto,
  STANDARD_MAIL_TEXTS,
} from '#shared/identity/letterhead/mail-texts.ts'
import type { AgencyCtx, Ctx } from '../../../base/core/context.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** All customizable mails with their current texts. */
export async function listMailTexts(ctx: AgencyCtx): Promise<MailTextDto[]> {
  const own = await selectFrom(ctx, 'mail_texts')
    .select(['occasion', 'subject', 'body', 'version'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .execute()
  return MAIL_OCCASIONS.map(
    (occasion) =>
      own.find((text) => text.occasion === occasion) ?? {
        occasion,
        ...STANDARD_MAIL_TEXTS[occasion],
        version: 0,
      },
  )
}

/** The current text of an agency's mail, for any actor; the default without an agency. */
export async function mailTextOf(
  ctx: Ctx,
  agencyId: AgencyId | null,
  occasion: MailOccasion,
): Promise<MailText> {
  const own =
    agencyId === null
      ? undefined
      : await selectFrom(inAgency(ctx, { agencyId }), 'mail_texts')
          .select(['subject', 'body'])
          .where('agency_id', '=', agencyId)
          .where('occasion', '=', occasion)
          .executeTakeFirst()
  return own ?? STANDARD_MAIL_TEXTS[occasion]
}
