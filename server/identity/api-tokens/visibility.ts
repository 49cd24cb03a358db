import { everyone, mine, type Visibility } from '../../base/core/rows/visibility.ts'

/** Tokens are only visible to their owner. */
export const apiTokenVisibility = {
  api_tokens: { ...everyone(mine), platform: mine },
} satisfies Pick<Visibility, 'api_tokens'>
