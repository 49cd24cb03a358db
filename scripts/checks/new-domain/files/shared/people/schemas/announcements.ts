import { z } from 'zod'
import { requiredText } from '../../base/schemas/text.ts'

/** Inserts without `id`, updates with it. */
export const announcementSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  text: requiredText('Please enter a text.', 2000),
})

export interface AnnouncementDto {
  id: string
  text: string
  author_name: string
  version: number
  created_at: string
  /** Whether the caller has read it. */
  read: boolean
  /** Who has read it, as far as the caller may know. */
  readers: { name: string; read_at: string }[]
}
