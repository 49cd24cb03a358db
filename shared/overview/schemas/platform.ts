import { z } from 'zod'
import { pageInput } from '../../base/schemas/paging.ts'
import { emailText, optionalText } from '../../base/schemas/text.ts'

export const platformSettingsInput = z.strictObject({
  /** Null uses APP_NAME from the environment. */
  name: optionalText(60),
  registration: z.enum(['open', 'invitation']),
  enforce_plan_limits: z.boolean(),
  auto_backup: z.boolean(),
  version: z.int(),
})

export const testMailInput = z.strictObject({ recipient: emailText() })
export const mailLogInput = z.strictObject({
  ...pageInput,
  status: z.enum(['queued', 'sent', 'failed']).nullish(),
})
