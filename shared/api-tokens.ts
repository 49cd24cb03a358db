import { z } from 'zod'
import { requiredText } from './text.ts'

export const API_TOKEN_PREFIX = 'foyer_'
export const API_TOKEN_MAX_DAYS = 366

export const apiTokenInput = z.strictObject({
  name: requiredText('Please enter a token name', 80),
  /** `read` allows queries only. */
  access: z.enum(['read', 'write']),
  expires_in_days: z.int().min(1).max(API_TOKEN_MAX_DAYS, 'Tokens can last at most one year').default(90),
})

export interface ApiTokenDto {
  id: string
  name: string
  /** The token's last four characters. */
  hint: string
  access: 'read' | 'write'
  created_at: string
  expires_at: string
  last_used_at: string | null
}

/** The token itself, returned only once. */
export interface NewApiTokenDto extends ApiTokenDto {
  token: string
}
