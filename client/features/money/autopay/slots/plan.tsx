import { Text } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { MandateRows } from '../mandate-rows.tsx'

/** How the invoices of a recurring invoice are paid. */
export function PlanSlot({ clientId, planId }: { clientId: string; planId: string }) {
  const { data } = trpc.autopay.ofClient.useQuery({ client_id: clientId })
  const mandate =
    data?.mandates.find(({ plan }) => plan?.id === planId) ?? data?.mandates.find(({ plan }) => plan === null)
  if (data === undefined) return null
  return mandate === undefined ? (
    <Text size="sm" c="dimmed">
      Autopay off.
    </Text>
  ) : (
    <MandateRows label="Autopay" mandates={[mandate]} />
  )
}
