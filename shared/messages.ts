import { z } from 'zod'
import { MAX_PAGE_SIZE, pageInput } from './paging.ts'
import type { ProjectCategory, ProjectStatus } from './projects.ts'
import { searchText } from './text.ts'

/** How long the sender may edit or delete a message. */
export const MESSAGE_EDIT_MINUTES = 15
export const MAX_MESSAGE_LENGTH = 10_000

const content = z
  .string()
  .trim()
  .min(1, 'Please enter a message')
  .max(MAX_MESSAGE_LENGTH, `Use at most ${MAX_MESSAGE_LENGTH} characters.`)

export const messageListInput = z.strictObject({
  project_id: z.uuid(),
  /** Pages run backwards: each holds the messages before the one above, oldest first. */
  cursor: z.string().max(500).nullish(),
  limit: z.int().min(1).max(MAX_PAGE_SIZE).default(30),
  direction: pageInput.direction,
})

/** Unknown keys are dropped: who sends is the session's business, whatever the caller says. */
export const messageSendInput = z.object({
  /** Chosen by the sender's screen; sending the same one again changes nothing. */
  id: z.uuid().optional(),
  project_id: z.uuid(),
  content,
  /** People of the conversation to notify; others are ignored. */
  mentions: z.array(z.uuid()).max(50).default([]),
  /** Files of the same project. */
  file_ids: z.array(z.uuid()).max(20).default([]),
})

export const messageEditInput = z.strictObject({ id: z.uuid(), content })
export const messageProjectsInput = z.strictObject({ ...pageInput, search: searchText })

export interface MessageDto {
  id: string
  project_id: string
  sender_id: string
  sender_name: string
  sender_role: string
  /** Empty when the message was deleted. */
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
