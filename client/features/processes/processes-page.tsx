import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'

export function ProcessesPage() {
  return (
    <Page title="Process Management">
      <EmptyState
        drawing="checklist"
        title="No processes yet"
        message="Repeatable processes and their runs will be listed here."
      />
    </Page>
  )
}
