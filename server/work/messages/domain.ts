import { domain } from '../../base/core/domain.ts'
import { DELETED_USER } from '../../base/db/table-cards.ts'
import { MESSAGE_EFFECTS, MESSAGE_PURPOSES } from './effects.ts'
import { messagesRouter } from './router.ts'
import { messageVisibility } from './visibility.ts'

/** The conversation of a project. */
export const messages = domain({
  routers: { messages: messagesRouter },
  effects: MESSAGE_EFFECTS,
  purposes: MESSAGE_PURPOSES,
  visibility: messageVisibility,
  tables: {
    message_threads: {
      of: 'agency',
      key: ['agency_id', 'project_id'],
      system: ['last_position', 'last_message_at'],
    },
    messages: {
      of: 'agency',
      uses: { project_id: 'projects' },
      key: ['agency_id', 'id', 'project_id', 'sender_id'],
      content: ['content'],
      system: ['position', 'sender_role', 'created_at', 'edited_at', 'deleted_at'],
      personal: {
        sender_name: { of: 'sender_id', becomes: DELETED_USER },
      },
      ownData: {
        as: 'messages',
        by: 'sender_id',
        columns: ['project_id', 'content', 'created_at', 'edited_at'],
        where: ['deleted_at', 'is', null],
      },
    },
    message_tallies: {
      of: 'agency',
      derived: true,
      key: ['agency_id', 'project_id', 'sender_id'],
      system: ['messages', 'oldest_at'],
    },
    message_marks: {
      of: 'agency',
      key: ['agency_id', 'project_id', 'user_id'],
      system: ['last_position', 'joined_position'],
    },
    message_mentions: {
      of: 'agency',
      key: ['agency_id', 'message_id', 'user_id'],
    },
    message_attachments: {
      of: 'agency',
      key: ['agency_id', 'message_id', 'file_id'],
      system: ['position'],
    },
  },
})
