import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'

export function WorkLogPage() {
  return (
    <Page title="Work Log">
      <EmptyState drawing="clock" title="No entries yet" message="The time you log will be listed here." />
    </Page>
  )
}
