import { Button } from '@mantine/core'
import { useState } from 'react'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import { formatCharged } from '#shared/money.ts'

/** What the client has in the invoice's currency, in minor units; 0 while it is not known. */
export function useClientBalance({ client_id, currency }: InvoiceDto): number {
  const { data } = trpc.invoices.clientCredit.useQuery(
    { client_id: client_id ?? '' },
    { enabled: client_id !== null },
  )
  return data?.balances.find((balance) => balance.currency === currency)?.amount ?? 0
}

/** Whether sending a draft takes the client's credit: as the agency's rule says, until somebody chooses. */
export function useCreditChoice(invoice: InvoiceDto) {
  const [chosen, choose] = useState<boolean>()
  const balance = useClientBalance(invoice)
  const amount = invoice.status === 'draft' ? Math.min(balance, invoice.amount) : 0
  const rules = trpc.invoices.collectionRules.useQuery(undefined, { enabled: amount > 0 })
  const applies = chosen ?? rules.data?.apply_credit ?? false
  return { amount, applies, choose, chosen: amount > 0 ? { apply_credit: applies } : {} }
}

/** Uses the client's credit on the open invoice, or takes it off again. */
export function CreditActions({ invoice }: { invoice: InvoiceDto }) {
  const amount = Math.min(useClientBalance(invoice), invoice.amount_due)
  const apply = trpc.invoices.applyCredit.useMutation({ onError: errorToast('Failed to apply the credit') })
  const remove = trpc.invoices.removeCredit.useMutation({
    onError: errorToast('Failed to take the credit off'),
  })
  const money = (value: number) => formatCharged(value, invoice.currency)
  const { id, number, clientName } = invoice
  return (
    <>
      {amount > 0 && (
        <Button
          variant="default"
          loading={apply.isPending}
          onClick={async () => {
            await apply.mutateAsync({ id })
            toast({ title: 'Credit applied', message: `${money(amount)} has been applied to ${number}.` })
          }}
        >
          Apply credit
        </Button>
      )}
      {invoice.amount_applied > 0 && (
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={async () => {
            await remove.mutateAsync({ id })
            toast({ title: 'Credit taken off', message: `${clientName} has it for another invoice.` })
          }}
        >
          Remove credit
        </Button>
      )}
    </>
  )
}
