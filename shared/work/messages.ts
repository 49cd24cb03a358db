import type { ProjectCategory, ProjectStatus } from './projects.ts'

/** How long the sender may edit or delete a message. */
export const MESSAGE_EDIT_MINUTES = 15
export const MAX_MESSAGE_LENGTH = 10_000
export const MAX_MESSAGE_FILES = 20

export interface MessageDto {
  id: string
  project_id: string
  sender_id: string
  sender_name: string
  sender_role: string
  /** Empty if the message was deleted. */
  content: string
  /** User ids, the sender's first. */
  read_by: string[]
  timestamp: string
  edited_at: string | null
  deleted: boolean
  mentions: string[]
  attachments: MessageAttachment[]
}

export interface MessageAttachment {
  id: string
  name: string
  content_type: string
  /** Bytes. */
  size: number
}

export interface MessageProjectDto {
  id: string
  agency_id: string
  agency_name: string
  name: string
  category: ProjectCategory
  status: ProjectStatus
  unread: number
  last_message: { sender_name: string; content: string; timestamp: string } | null
}

export interface MessagePersonDto {
  user_id: string
  name: string
  role: string
}
