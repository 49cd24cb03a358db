import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'

export function AccountsPage() {
  return (
    <Page title="Accounts & Finance">
      <EmptyState
        drawing="money"
        title="No transactions yet"
        message="Income and expenses will be listed here."
      />
    </Page>
  )
}
