import type { SendingNotesDto } from '#shared/identity/letterhead/document-mails.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { shownUserId } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { hasConfirmedEmail } from '../../../../identity/auth/accounts/queries/confirmed-email.ts'
import { bankChangeOf, letterheadProfileOf } from '../../../../identity/letterhead/queries/profile-row.ts'
import { getAdvances } from '../../queries/advances.ts'
import { getIssued } from '../../queries/invoices.ts'

export async function getSendingNotes(ctx: AgencyCtx, { id }: { id: string }): Promise<SendingNotesDto> {
  const invoice = await getIssued(ctx, id)
  const { kind, number } = invoice
  return {
    may_send: await hasConfirmedEmail(ctx, shownUserId(ctx)),
    bank_change: kind === 'invoice' && number === null ? await recentBankChange(ctx) : null,
    open_advances: invoice.stage === 'final' && number === null ? await openAdvances(ctx, invoice) : [],
  }
}

async function openAdvances(
  ctx: AgencyCtx,
  { id, client_id, currency, deductions }: Awaited<ReturnType<typeof getIssued>>,
): Promise<SendingNotesDto['open_advances']> {
  const advances = await getAdvances(ctx, { client_id, currency, final_id: id })
  const deducted = new Set(deductions.map((deduction) => deduction.invoice_id))
  return advances
    .filter(({ due }) => due > 0)
    .map((advance) => ({
      id: advance.id,
      number: advance.number,
      due: advance.due,
      deducted: deducted.has(advance.id),
    }))
}

/** How many invoices mention changed bank details. */
const INVOICES_WITH_NOTICE = 3

async function recentBankChange(ctx: AgencyCtx): Promise<SendingNotesDto['bank_change']> {
  const { agencyId } = ctx.reach
  const change = bankChangeOf(await letterheadProfileOf(ctx, agencyId))
  if (change === null) return null
  const sent = await selectFrom(ctx, 'invoices')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('kind', '=', 'invoice')
    .where('sent_at', '>', change.at)
    .limit(INVOICES_WITH_NOTICE)
    .execute()
  return sent.length < INVOICES_WITH_NOTICE ? change : null
}
