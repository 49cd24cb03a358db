import { everyone, mine, type Visibility } from '../../base/core/rows/visibility.ts'

export const notificationVisibility = {
  notifications: { ...everyone(mine), platform: mine },
} satisfies Pick<Visibility, 'notifications'>
