import {
  MAIL_OCCASIONS,
  type MailOccasion,
  type MailText,
  type MailTextDto,
  STANDARD_MAIL_TEXTS,
} from '#shared/mail-texts.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { AgencyCtx, Ctx } from '../../core/context.ts'
import { inAgency } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'

/** Every mail that can be put in own words, as it is said today. */
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

/** What the agency's mail says, whoever's act leads to one; the standard without an agency. */
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
