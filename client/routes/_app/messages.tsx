import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { messageSearch } from '#client/features/messages/message-search.ts'
import { patient } from '#client/lib/reach.ts'

export const Route = createFileRoute('/_app/messages')({
  staticData: { can: 'message.read' },
  validateSearch: messageSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/messages/messages-page.tsx')),
    'MessagesPage',
  ),
})
