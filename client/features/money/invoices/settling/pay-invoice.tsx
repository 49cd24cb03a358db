import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { PartsDto } from '#shared/money/invoices/installments.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { type ChargeDto, isSavedCard } from '#shared/money/payments/payments.ts'
import { CardForm } from '../../payments/cards/card-form.tsx'
import { usePaymentsSearch } from '../../payments/use-payments-search.ts'
import { cardFormOf, PartChoice, usePart } from '../invoice/parts.tsx'

interface PayInvoiceProps {
  invoice: InvoiceDto
  parts: PartsDto
  onPaid: (paid: ChargeDto) => void
}

/** "Pay Invoice" shows the amount options, if there are any, and the form. */
export function PayInvoice({ invoice, parts, onPaid }: PayInvoiceProps) {
  const [{ pay }, setState] = usePaymentsSearch()
  const { client_id } = useUser()
  const isOffered = client_id !== null && invoice.issuer === 'agency'
  const [automatic, setAutomatic] = useState(false)
  /** Whether the card of the last attempt can be charged again. */
  const isSaved = useRef(false)
  const charge = trpc.payments.payInvoice.useMutation()
  const confirm = trpc.payments.confirm.useMutation()
  const part = usePart(parts)
  const { currency } = invoice
  if (!pay) return <Button onClick={() => setState({ pay: true })}>Pay Invoice</Button>
  const { shown, ...card } = cardFormOf(part, currency)
  return (
    <>
      <PartChoice {...part} currency={currency} />
      <CardForm
        {...card}
        summary={<Text fw={600}>{shown}</Text>}
        automatic={isOffered ? { checked: automatic, onChange: setAutomatic } : undefined}
        notice={part.choice === 'all' ? invoice.card_notice : null}
        onCancel={() => setState({ pay: false })}
        charge={(order) => {
          isSaved.current = order.save_card === true || isSavedCard(order.method)
          return charge.mutateAsync({ invoice_id: invoice.id, ...order, amount: card.price.amount })
        }}
        confirm={(input) => confirm.mutateAsync(input)}
        onPaid={(paid) => {
          toast({
            title: 'Invoice Paid',
            message: `${formatCharged(paid.amount, paid.currency)} was paid for ${invoice.number}.`,
          })
          if (automatic && isSaved.current)
            setState({ pay: false, invoice: null, cards: true, autopay: true })
          else setState({ pay: false })
          onPaid(paid)
        }}
        onProcessing={() => setState({ pay: false })}
        onWaiting={() => setState({ pay: false })}
        onDeclined={(message) => toastDestructive({ title: 'Payment Failed', message })}
      />
    </>
  )
}
