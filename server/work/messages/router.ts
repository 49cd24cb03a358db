import { z } from 'zod'
import { idInput } from '#shared/base/schemas/ids.ts'
import {
  messageEditInput,
  messageListInput,
  messageProjectsInput,
  messageSendInput,
} from '#shared/work/schemas/messages.ts'
import { openStorage } from '../../base/adapters/storage/storage.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { deleteMessage, editMessage } from './commands/edit.ts'
import { markAllThreadsRead, markThreadRead } from './commands/mark-read.ts'
import { sendMessage } from './commands/send.ts'
import { listMessages } from './queries/messages.ts'
import { listPeople } from './queries/people.ts'
import { listThreads } from './queries/threads.ts'
import { unreadMessages } from './queries/unread.ts'

const projectInput = z.strictObject({ project_id: z.uuid() })

export const messagesRouter = router({
  projects: userProcedure
    .meta({ can: 'message.read' })
    .input(messageProjectsInput)
    .query(({ ctx, input }) => listThreads(ctx, input)),
  list: userProcedure
    .meta({ can: 'message.read' })
    .input(messageListInput)
    .query(({ ctx, input }) => listMessages(ctx, input)),
  people: userProcedure
    .meta({ can: 'message.read' })
    .input(projectInput)
    .query(({ ctx, input }) => listPeople(ctx, input)),
  unreadCount: userProcedure.meta({ can: 'message.read' }).query(({ ctx }) => unreadMessages(ctx)),
  send: userProcedure
    .meta({ can: 'message.write' })
    .input(messageSendInput)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
  markRead: userProcedure
    .meta({ can: 'message.read' })
    .input(projectInput)
    .mutation(({ ctx, input }) => markThreadRead(ctx, input)),
  markAllRead: userProcedure.meta({ can: 'message.read' }).mutation(({ ctx }) => markAllThreadsRead(ctx)),
  edit: userProcedure
    .meta({ can: 'message.write' })
    .input(messageEditInput)
    .mutation(({ ctx, input }) => editMessage(ctx, input)),
  delete: userProcedure
    .meta({ can: 'message.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => deleteMessage(ctx, input, openStorage(ctx.services.config))),
})
