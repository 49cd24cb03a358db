import { z } from 'zod'
import { announcementSaveInput } from '#shared/people/schemas/announcements.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import {
  createAnnouncement,
  deleteAnnouncement,
  markAnnouncementRead,
  updateAnnouncement,
} from './commands.ts'
import { listAnnouncements } from './queries.ts'

const idInput = z.strictObject({ id: z.uuid() })
const write = agencyProcedure.meta({ can: 'agency.write-own' })

export const announcementsRouter = router({
  list: userProcedure.meta({ can: 'dashboard.read' }).query(({ ctx }) => listAnnouncements(ctx)),
  save: write
    .input(announcementSaveInput)
    .mutation(({ ctx, input: { id, ...fields } }) =>
      id === undefined ? createAnnouncement(ctx, fields) : updateAnnouncement(ctx, id, fields),
    ),
  delete: write.input(idInput).mutation(({ ctx, input }) => deleteAnnouncement(ctx, input.id)),
  markRead: agencyProcedure
    .meta({ can: 'dashboard.read' })
    .input(idInput)
    .mutation(({ ctx, input }) => markAnnouncementRead(ctx, input.id)),
})
