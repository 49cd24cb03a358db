import { everyMember, own, type Visibility } from '../core/visibility.ts'

/** Everybody of an agency sees which plan it has; what it pays is held back in the query. */
export const subscriptionVisibility = {
  agency_subscriptions: everyMember(own),
} satisfies Pick<Visibility, 'agency_subscriptions'>
