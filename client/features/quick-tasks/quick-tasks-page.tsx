import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'

export function QuickTasksPage() {
  return (
    <Page title="Quick Tasks">
      <EmptyState
        drawing="checklist"
        title="No quick tasks yet"
        message="Small things to do will be listed here."
      />
    </Page>
  )
}
