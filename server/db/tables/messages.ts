import type { AgencyId } from '#shared/roles.ts'

export interface MessageTables {
  message_threads: MessageThreadTable
  messages: MessageTable
  message_tallies: MessageTallyTable
  message_marks: MessageMarkTable
  message_mentions: MessageMentionTable
  message_attachments: MessageAttachmentTable
}

/** One a project, from its first message on; its row is the lock that numbers messages. */
interface MessageThreadTable {
  agency_id: AgencyId
  project_id: string
  last_position: number
  last_message_at: string
}

interface MessageTable {
  agency_id: AgencyId
  /** Chosen by the sender's screen, so that sending twice makes one message. */
  id: string
  project_id: string
  /** 1, 2, 3 … within the project, in the order of commits. */
  position: number
  sender_id: string
  sender_name: string
  sender_role: string
  content: string
  /** Never before the message it follows. */
  created_at: string
  edited_at: string | null
  deleted_at: string | null
}

/** The messages of one person in a project, without those deleted; triggers keep it. */
interface MessageTallyTable {
  agency_id: AgencyId
  project_id: string
  sender_id: string
  messages: number
  /** When the first of them was written; null where none is left. */
  oldest_at: string | null
}

/** How far a person has read a project's messages. */
interface MessageMarkTable {
  agency_id: AgencyId
  project_id: string
  user_id: string
  last_position: number
}

interface MessageMentionTable {
  agency_id: AgencyId
  message_id: string
  user_id: string
}

interface MessageAttachmentTable {
  agency_id: AgencyId
  message_id: string
  file_id: string
  position: number
}
