import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'

export function PackagesPage() {
  return (
    <Page title="Packages">
      <EmptyState
        drawing="folder"
        title="No packages yet"
        message="The packages you offer will be listed here."
      />
    </Page>
  )
}
