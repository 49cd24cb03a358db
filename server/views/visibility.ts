import { everyone, mine, type Visibility } from '../core/visibility.ts'

/** Everybody has their own views, and nobody sees another's. */
export const savedViewVisibility = {
  saved_views: { ...everyone(mine), platform: mine },
} satisfies Pick<Visibility, 'saved_views'>
