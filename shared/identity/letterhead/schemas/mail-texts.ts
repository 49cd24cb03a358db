import { z } from 'zod'
import { requiredText } from '../../../base/schemas/text.ts'
import { isPlaceholder, MAIL_OCCASIONS, PLACEHOLDER } from '../mail-texts.ts'

/** The first unknown placeholder; null if there is none. */
const unknownIn = (text: string): string | null =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name).find((name) => !isPlaceholder(name)) ?? null

const withPlaceholders = (text: z.ZodType<string>) =>
  text.superRefine((value, issues) => {
    const unknown = unknownIn(value)
    if (unknown !== null) {
      issues.addIssue({
        code: 'custom',
        message: `{${unknown}} is not a placeholder. Choose one from the list.`,
      })
    }
  })

export const mailText = {
  subject: withPlaceholders(requiredText('Please enter a subject.', 200)),
  body: withPlaceholders(requiredText('Please enter a text.', 4000)),
}

export const mailTextInput = z.strictObject({
  occasion: z.enum(MAIL_OCCASIONS),
  ...mailText,
  version: z.int().min(0),
})
export const mailOccasionInput = z.strictObject({ occasion: z.enum(MAIL_OCCASIONS) })
