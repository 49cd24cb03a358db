import { handOverInput, ownerDisableInput, ownerRef } from '#shared/owners.ts'
import { agencyProcedure, router } from '../core/procedures.ts'
import { setOwnerDisabled } from './commands/disable.ts'
import { handOver } from './commands/hand-over.ts'
import { removeOwner } from './commands/remove.ts'
import { listOwners } from './queries/owners.ts'

const owners = agencyProcedure.meta({ can: 'owner.write' })

export const ownersRouter = router({
  list: owners.query(({ ctx }) => listOwners(ctx)),
  setDisabled: owners.input(ownerDisableInput).mutation(({ ctx, input }) => setOwnerDisabled(ctx, input)),
  remove: owners.input(ownerRef).mutation(({ ctx, input }) => removeOwner(ctx, input)),
  handOver: agencyProcedure
    .meta({ can: 'owner.write', repetition: 'claim' })
    .input(handOverInput)
    .mutation(({ ctx, input }) => handOver(ctx, input)),
})
