import { Alert, Text } from '@mantine/core'
import { trpc } from '#client/lib/trpc.ts'
import { formatAmounts } from '#shared/money.ts'

/** What the client who looks has with the agency; nothing while there is none. */
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
