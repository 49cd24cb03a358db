import type { Scope } from './token-scopes.ts'

export const API_TOKEN_PREFIX = 'foyer_'
/** Token lifetimes in days; all tokens expire. */
export const API_TOKEN_LIFETIMES = [30, 90, 365] as const
export const DEFAULT_API_TOKEN_LIFETIME = 90
/** The maximum number of active tokens per person. */
export const MAX_API_TOKENS = 25

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
