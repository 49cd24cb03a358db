import { Badge, Button, Group, Text, Title } from '@mantine/core'
import '@mantine/core/styles.layer.css'
import { useDocumentTitle } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { EmptyState } from '#client/components/empty-state.tsx'
import classes from './pay-link-page.module.css'

/** The payer's bank as the test provider plays it: a page of its own, as with iDEAL. */
export function TestBankPage() {
  const { to = '' } = useSearch({ from: '/test-bank' })
  useDocumentTitle('Test bank')
  const back = returnAddress(to)
  const answer = (bank: 'approved' | 'refused') => {
    if (back === null) return
    back.searchParams.set('bank', bank)
    window.location.assign(back)
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
        <Text c="dimmed">Your own bank would ask you here to approve the payment. No money moves.</Text>
      </header>
      {back === null ? (
        <EmptyState drawing="search" title="Nothing to approve" message="Start the payment again." />
      ) : (
        <Group gap="xs">
          <Button onClick={() => answer('approved')}>Approve payment</Button>
          <Button variant="default" onClick={() => answer('refused')}>
            Refuse payment
          </Button>
        </Group>
      )}
    </main>
  )
}

/** One of our own pages that payments are made on; nothing else is gone to. */
function returnAddress(to: string): URL | null {
  if (!/^\/(pay|payments|invoices)\?/.test(to)) return null
  const address = new URL(to, window.location.origin)
  return address.origin === window.location.origin ? address : null
}
