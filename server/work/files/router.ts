import { idInput } from '#shared/base/schemas/ids.ts'
import { fileListInput, fileReviewInput } from '#shared/work/schemas/files.ts'
import { openStorage } from '../../base/adapters/storage/storage.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { deleteFile, discardFile, reviewFile } from './commands.ts'
import { getFile, listFiles } from './queries.ts'

export const filesRouter = router({
  list: userProcedure
    .meta({ can: 'file.read' })
    .input(fileListInput)
    .query(({ ctx, input }) => listFiles(ctx, input)),
  get: userProcedure
    .meta({ can: 'file.read' })
    .input(idInput)
    .query(({ ctx, input }) => getFile(ctx, input.id)),
  delete: agencyProcedure
    .meta({ can: 'file.delete' })
    .input(idInput)
    .mutation(({ ctx, input }) => deleteFile(ctx, input, openStorage(ctx.services.config))),
  discard: agencyProcedure
    .meta({ can: 'file.upload' })
    .input(idInput)
    .mutation(({ ctx, input }) => discardFile(ctx, input, openStorage(ctx.services.config))),
  review: agencyProcedure
    .meta({ can: 'file.review' })
    .input(fileReviewInput)
    .mutation(({ ctx, input }) => reviewFile(ctx, input)),
})
