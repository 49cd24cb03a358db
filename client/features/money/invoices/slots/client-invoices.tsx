import { Stack } from '@mantine/core'
import type { ComponentType } from 'react'
import { slotOf } from '#client/components/slot.tsx'
import { useCan } from '#client/lib/session/session.ts'
import type { ClientSlotProps } from '../../../people/clients/detail/client-slots.ts'
import { useClientRights } from '../../../people/clients/use-client-rights.ts'
import { ClientCredit } from '../credit/client-credit.tsx'
import { InvoicesOf } from '../invoice/invoices-of.tsx'

interface SlotProps {
  clientId: string
  manages: boolean
}

const FromDomains = slotOf(
  import.meta.glob<ComponentType<SlotProps>>('../../*/slots/client.tsx', {
    eager: true,
    import: 'ClientSlot',
  }),
)

/** The client's credit and invoices, and what other money domains add. */
export function ClientInvoicesSlot({ client }: ClientSlotProps) {
  const { acrossAgencies } = useClientRights()
  const manages = useCan('payment.manage') && !acrossAgencies
  return (
    <Stack gap="lg">
      <ClientCredit
        clientId={client.id}
        clientName={client.name}
        currency={client.billing_currency ?? client.currency}
        manages={manages}
      />
      <FromDomains clientId={client.id} manages={manages} />
      <InvoicesOf
        of={{ client_id: client.id }}
        label="Invoices"
        message={`Invoices to ${client.name} appear here.`}
      />
    </Stack>
  )
}
