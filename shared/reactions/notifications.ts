import type { NotificationKind } from '../base/events/notification-kinds.ts'
import { formatCount } from '../base/format.ts'

export const MAIL_DELIVERIES = ['instant', 'daily', 'off'] as const
export type MailDelivery = (typeof MAIL_DELIVERIES)[number]

export const MAIL_DELIVERY_LABELS: Record<MailDelivery, string> = {
  instant: 'Immediately',
  daily: 'Daily summary',
  off: 'Never',
}

export interface NotificationDto {
  id: string
  event: string
  title: string
  /** Path and query within the portal. */
  link: string
  /** The number of notifications grouped in this one. */
  count: number
  read: boolean
  created_at: string
}

export interface NotificationPreferences {
  delivery: MailDelivery
  events: { event: NotificationKind; label: string; in_app: boolean; email: boolean }[]
}

/** The heading of the notification list. */
export const unreadHeading = (unread: number): string => `You have ${formatCount(unread, 'new notification')}`
