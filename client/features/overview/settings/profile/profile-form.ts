import { z } from 'zod'
import { optionalText, requiredText } from '#shared/base/schemas/text.ts'

export const profileForm = z.object({
  first_name: requiredText('Please fill in all required fields.', 100),
  last_name: z.string().trim().max(100),
  company: optionalText(),
})
