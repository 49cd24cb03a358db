import { Button, Text } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone, useUser } from '#client/lib/session/session.ts'
import { toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { PartsDto } from '#shared/money/invoices/installments.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { type ChargeDto, isSavedCard } from '#shared/money/payments/payments.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import { CardForm } from '../cards/card-form.tsx'
import { useReturned } from '../cards/use-returned.ts'
import { cardFormOf, PartChoice, usePart } from '../parts.tsx'
import { Processing } from '../processing.tsx'

/** An invoice's pending payments, and the result of a payment at the payer's bank. */
export function PaymentState({ invoice }: { invoice: InvoiceDocumentDto }) {
  const zone = useBooksZone()
  const [{ returned }, setState] = usePaymentsSearch()
  const { mutateAsync: confirm } = trpc.payments.confirm.useMutation()
  const onAsked = useCallback(() => setState({ returned: null }), [setState])
  useReturned({ id: returned, confirm, onAsked })
  return <Processing invoice={invoice} zone={zone} confirm={confirm} />
}

interface PaymentFormProps {
  invoice: InvoiceDocumentDto
  parts: PartsDto
  onPaid: (paid: ChargeDto) => void
}

/** "Pay Invoice" shows the amount options, if there are any, and the form. */
export function PaymentForm({ invoice, parts, onPaid }: PaymentFormProps) {
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
