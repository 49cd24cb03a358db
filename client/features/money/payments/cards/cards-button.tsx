import { Button } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { usePaymentsSearch } from '../../use-payments-search.ts'

export function CardsButton() {
  const [, setState] = usePaymentsSearch()
  return (
    <Button
      variant="default"
      leftSection={<IconCreditCard size={16} aria-hidden />}
      onClick={() => setState({ cards: true }, 'push')}
    >
      Cards
    </Button>
  )
}
