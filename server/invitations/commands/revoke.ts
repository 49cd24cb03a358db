import type { InvitationDto } from '#shared/invitations.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { getInvitation } from '../queries/invitations.ts'

/** Takes an open invitation back. */
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

/** NOT_FOUND for a foreign invitation; CONFLICT for one that was accepted or withdrawn. */
export async function refuseClosed(ctx: AgencyCtx, id: string): Promise<AppError> {
  const { status } = await getInvitation(ctx, id)
  const done = status === 'accepted' ? 'accepted' : 'withdrawn'
  return new AppError('CONFLICT', `This invitation has already been ${done}.`)
}
