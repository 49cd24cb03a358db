import { everyone, mine, type Visibility } from '../core/visibility.ts'

/** Everybody has their own tokens, and nobody sees another's. */
export const apiTokenVisibility = {
  api_tokens: { ...everyone(mine), platform: mine },
} satisfies Pick<Visibility, 'api_tokens'>
