import { ofProject, own, team, type Visibility } from '../../base/core/rows/visibility.ts'

/** Everyone who can see a project can see its conversation. */
export const messageVisibility = {
  message_threads: { ...team(own), client: ofProject },
  messages: { ...team(own), client: ofProject },
  message_tallies: { ...team(own), client: ofProject },
  message_marks: { ...team(own), client: ofProject },
  message_mentions: {
    ...team(own),
    client: (row, reach) => row.all(own(row, reach), row.partOf('message_id', 'messages')),
  },
  message_attachments: {
    ...team(own),
    client: (row, reach) => row.all(own(row, reach), row.partOf('message_id', 'messages')),
  },
} satisfies Pick<
  Visibility,
  | 'message_threads'
  | 'messages'
  | 'message_tallies'
  | 'message_marks'
  | 'message_mentions'
  | 'message_attachments'
>
