import { ofProject, own, team, type Visibility } from '../core/visibility.ts'

/** A project's conversation is seen by whoever sees the project. */
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
