import { z } from 'zod'
import { requiredText } from './text.ts'
import { SCOPES, type Scope } from './token-scopes.ts'
import { reAuthFields } from './two-factor.ts'

export const API_TOKEN_PREFIX = 'foyer_'
/** Days a token may live; none lives for ever. */
export const API_TOKEN_LIFETIMES = [30, 90, 365] as const
export const DEFAULT_API_TOKEN_LIFETIME = 90
/** Tokens of one person that work at the same time. */
export const MAX_API_TOKENS = 25

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

export interface ApiTokenDto {
  id: string
  name: string
  /** The token's last four characters. */
  hint: string
  scopes: Scope[]
  created_at: string
  expires_at: string
  last_used_at: string | null
  last_used_over: 'IPv4' | 'IPv6' | null
}

/** The token itself, returned only once. */
export interface NewApiTokenDto extends ApiTokenDto {
  token: string
}
