import type { InvitationDto } from '#shared/people/invitations.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { getInvitation } from '../queries/invitations.ts'

/** Withdraws an open invitation. */
export function revokeInvitation(ctx: AgencyCtx, { id }: { id: string }): Promise<InvitationDto> {
  return transact(ctx, async (tx) => {
    const row = await updateTable(tx, 'invitations')
      .set({ revoked_at: toInstant(tx.now) })
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (row === undefined) throw await refuseClosed(tx, id)
    await record(tx, 'invitation.revoked', { id, email: row.email })
    return getInvitation(tx, id)
  })
}

/** Throws NOT_FOUND for an inaccessible invitation and CONFLICT for one accepted or withdrawn. */
export async function refuseClosed(ctx: AgencyCtx, id: string): Promise<AppError> {
  const { status } = await getInvitation(ctx, id)
  const done = status === 'accepted' ? 'accepted' : 'withdrawn'
  return new AppError('CONFLICT', `This invitation has already been ${done}.`)
}
