import { Badge, Button, Group, Text, Title } from '@mantine/core'
import '@mantine/core/styles.layer.css'
import { useDocumentTitle } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { showError } from '#client/lib/toasts/toast.ts'
import { answerBank } from './answer-bank.ts'
import classes from './test-bank.module.css'

/** The payer's bank as simulated by the test provider: a separate page, as with iDEAL. */
export function TestBankPage() {
  const { secret = null, to = '' } = useSearch({ from: '/test-bank' })
  useDocumentTitle('Test bank')
  const back = returnAddress(to)
  const answer = (approved: boolean) => {
    if (back === null) return
    answerBank('/bank-answers', secret, approved).then(
      () => window.location.assign(back),
      (error: unknown) => showError(error, 'Failed to send the answer'),
    )
  }
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <Group justify="space-between" gap="sm">
          <Title order={1}>Test bank</Title>
          <Badge color="yellow" autoContrast variant="filled">
            Test mode
          </Badge>
        </Group>
        <Text c="dimmed">With a real payment, your bank asks for your approval here. No money moves.</Text>
      </header>
      {back === null ? (
        <EmptyState drawing="search" title="Nothing to approve" message="Start the payment again." />
      ) : (
        <Group gap="xs">
          <Button onClick={() => answer(true)}>Approve payment</Button>
          <Button variant="default" onClick={() => answer(false)}>
            Refuse payment
          </Button>
        </Group>
      )}
    </main>
  )
}

/** Only the portal's own payment pages are valid return URLs. */
function returnAddress(to: string): URL | null {
  if (!/^\/(pay|payments|invoices)\?/.test(to)) return null
  const address = new URL(to, window.location.origin)
  return address.origin === window.location.origin ? address : null
}
