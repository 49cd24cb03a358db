import {
  memberInput,
  ownerActInput,
  ownerDisableInput,
  twoFactorResetInput,
} from '#shared/identity/schemas/owners.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { handOver } from './commands/hand-over.ts'
import { removeOwner } from './commands/remove.ts'
import { resetMemberTwoFactor } from './commands/reset-two-factor.ts'
import { setOwnerDisabled } from './commands/set-disabled.ts'
import { listOwners } from './queries/owners.ts'
import { usesTwoFactor } from './queries/recoverable.ts'

/** Failed password attempts count, too. */
const owners = agencyProcedure.meta({ can: 'owner.write', repetition: 'reserve' })

export const ownersRouter = router({
  list: agencyProcedure.meta({ can: 'owner.write' }).query(({ ctx }) => listOwners(ctx)),
  setDisabled: owners.input(ownerDisableInput).mutation(({ ctx, input }) => setOwnerDisabled(ctx, input)),
  remove: owners.input(ownerActInput).mutation(({ ctx, input }) => removeOwner(ctx, input)),
  handOver: owners.input(ownerActInput).mutation(({ ctx, input }) => handOver(ctx, input)),
})

export const membersRouter = router({
  usesTwoFactor: userProcedure
    .meta({ can: 'member.recover' })
    .input(memberInput)
    .query(({ ctx, input }) => usesTwoFactor(ctx, input)),
  resetTwoFactor: userProcedure
    .meta({ can: 'member.recover', repetition: 'reserve' })
    .input(twoFactorResetInput)
    .mutation(({ ctx, input }) => resetMemberTwoFactor(ctx, input)),
})
