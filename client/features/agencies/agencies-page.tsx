import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'

export function AgenciesPage() {
  return (
    <Page title="Agencies">
      <EmptyState
        drawing="people"
        title="No agencies yet"
        message="Registered agencies will be listed here."
      />
    </Page>
  )
}
