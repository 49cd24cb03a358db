import { Button } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InvoiceDocumentDto, InvoiceDto } from '#shared/money/invoices/invoices.ts'

/** The client's credit in the invoice's currency, in minor units; 0 while unknown. */
export function useClientBalance({ client_id, currency }: InvoiceDto): number {
  const { data } = trpc.invoices.clientCredit.useQuery(
    { client_id: client_id ?? '' },
    { enabled: client_id !== null },
  )
  return data?.balances.find((balance) => balance.currency === currency)?.amount ?? 0
}

/** Whether sending a draft applies the client's credit: the agency's rule unless the user chose. */
export function useCreditChoice(invoice: InvoiceDto) {
  const [chosen, choose] = useState<boolean>()
  const balance = useClientBalance(invoice)
  const amount = invoice.status === 'draft' ? Math.min(balance, invoice.amount) : 0
  const rules = trpc.invoices.collectionRules.useQuery(undefined, { enabled: amount > 0 })
  const applies = chosen ?? rules.data?.apply_credit ?? false
  return { amount, applies, choose, chosen: amount > 0 ? { apply_credit: applies } : {} }
}

/** Applies the client's credit to the open invoice, or removes it. */
export function CreditActions({ invoice }: { invoice: InvoiceDocumentDto }) {
  const amount = Math.min(useClientBalance(invoice), invoice.amount_due)
  const apply = trpc.invoices.applyCredit.useMutation({ onError: errorToast('Failed to apply the credit') })
  const remove = trpc.invoices.removeCredit.useMutation({
    onError: errorToast('Failed to remove the credit'),
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
      {invoice.amount_applied + invoice.amount_kept > 0 && (
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={async () => {
            await remove.mutateAsync({ id })
            toast({ title: 'Credit removed', message: `${clientName} can use it for another invoice.` })
          }}
        >
          Remove credit
        </Button>
      )}
    </>
  )
}
