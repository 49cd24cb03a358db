import { EmptyState } from '#client/components/empty-state.tsx'
import { Page } from '#client/components/page.tsx'

export function PaymentsPage() {
  return (
    <Page title="Payments">
      <EmptyState
        drawing="money"
        title="No payments yet"
        message="Invoices and payments will be listed here."
      />
    </Page>
  )
}
