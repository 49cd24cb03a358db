import { z } from 'zod'
import { requiredText } from '../../base/schemas/text.ts'
import { API_TOKEN_LIFETIMES, DEFAULT_API_TOKEN_LIFETIME } from '../api-tokens.ts'
import { SCOPES } from '../token-scopes.ts'
import { reAuthFields } from './two-factor.ts'

export const apiTokenInput = z.strictObject({
  name: requiredText('Please enter a token name', 80),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1, 'Choose at least one area')
    .max(SCOPES.length)
    .transform((scopes) => [...new Set(scopes)]),
  expires_in_days: z
    .literal(API_TOKEN_LIFETIMES, 'Tokens last 30 days, 90 days or 1 year')
    .default(DEFAULT_API_TOKEN_LIFETIME),
  ...reAuthFields,
})
