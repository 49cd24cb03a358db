import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'

export function SettingsPage() {
  return (
    <Page title="Settings">
      <EmptyState
        drawing="lock"
        title="Nothing to set yet"
        message="Your profile and preferences will be here."
      />
    </Page>
  )
}
