import { lazyRouteComponent } from '@tanstack/react-router'
import { patient } from '#client/lib/calls/connection.ts'
import { messageSearch } from './message-search.ts'

export const messagesScreen = {
  validateSearch: messageSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('./messages-page.tsx')),
    'MessagesPage',
  ),
}
