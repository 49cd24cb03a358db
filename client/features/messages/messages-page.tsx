import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'

export function MessagesPage() {
  return (
    <Page title="Messages">
      <EmptyState
        drawing="message"
        title="No projects available"
        message="Conversations belong to projects; yours will be listed here."
      />
    </Page>
  )
}
