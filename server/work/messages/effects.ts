import type { Effects, Purposes } from '../../base/core/context.ts'

export const MESSAGE_EFFECTS: Effects = {
  'messages.send': {
    does: 'Sends a message in a project’s conversation.',
    follows: 'The agency’s team and the client’s people on the project can read it and are notified.',
    records: ['message.sent'],
  },
  'messages.markRead': {
    does: 'Marks a project’s conversation as read by the caller.',
    records: ['conversation.opened', 'conversation.read'],
  },
  'messages.markAllRead': {
    does: 'Marks all conversations of the caller as read.',
    records: ['conversation.opened', 'conversation.read'],
  },
  'messages.edit': {
    does: 'Changes the text of the caller’s message and whom it mentions.',
    follows: 'Those newly mentioned are notified. The earlier text may have been read or emailed.',
    records: ['message.edited'],
  },
  'messages.delete': {
    does: 'Deletes the caller’s message.',
    follows: 'It and the files uploaded for it can’t be restored, and may have been read or emailed.',
    records: ['message.deleted'],
  },
}

export const MESSAGE_PURPOSES: Purposes = {
  'messages.projects':
    'Lists the conversations of projects in which the caller can write, the most recent first.',
  'messages.list': 'Returns the messages in a project’s conversation.',
  'messages.people': 'Lists everyone who would read a message in a project’s conversation.',
  'messages.unreadCount': 'Counts messages that the caller has not read.',
}
