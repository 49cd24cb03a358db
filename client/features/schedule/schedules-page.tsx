import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'

export function SchedulesPage() {
  return (
    <Page title="Schedules">
      <EmptyState drawing="calendar" title="No events yet" message="Events you attend will be listed here." />
    </Page>
  )
}
