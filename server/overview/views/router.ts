import { idInput } from '#shared/base/schemas/ids.ts'
import { viewListInput, viewSaveInput, viewShareInput } from '#shared/overview/schemas/views.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { createView } from './commands/create.ts'
import { deleteView } from './commands/delete.ts'
import { shareView } from './commands/share.ts'
import { updateView } from './commands/update.ts'
import { listViews } from './queries/views.ts'

const own = userProcedure.meta({ can: 'settings.own' })

export const viewsRouter = router({
  list: own.input(viewListInput).query(({ ctx, input }) => listViews(ctx, input)),
  save: own
    .input(viewSaveInput)
    .mutation(({ ctx, input }) =>
      input.id === undefined ? createView(ctx, input) : updateView(ctx, input.id, input),
    ),
  share: agencyProcedure
    .meta({ can: 'view.share' })
    .input(viewShareInput)
    .mutation(({ ctx, input }) => shareView(ctx, input)),
  delete: own.input(idInput).mutation(({ ctx, input }) => deleteView(ctx, input)),
})
