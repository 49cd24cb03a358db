import { everyone, mine, type Visibility } from '../../core/visibility.ts'

export const notificationVisibility = {
  notifications: { ...everyone(mine), platform: mine },
} satisfies Pick<Visibility, 'notifications'>
