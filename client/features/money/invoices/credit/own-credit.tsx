import { Alert, Text } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatAmounts } from '#shared/base/amounts/money.ts'

/** The signed-in client's credit with the agency; hidden if zero. */
export function OwnCredit({ clientId }: { clientId: string }) {
  const { data } = trpc.invoices.clientCredit.useQuery({ client_id: clientId })
  const words = data && formatAmounts(data.balances)
  if (!words) return null
  return (
    <Alert color="green" title={`Your credit: ${words}`} p="sm">
      <Text size="sm">Your agency can apply it to your invoices.</Text>
    </Alert>
  )
}
