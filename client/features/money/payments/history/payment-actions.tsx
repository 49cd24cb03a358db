import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core'
import { IconFileInvoice, IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { downloadFile } from '#client/lib/loading/download.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { errorToast, toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import { isRefundedByPayee, type PaymentDto } from '#shared/money/payments/payments.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'

const RefundDialog = lazyLayer(() => import('./refund-dialog.tsx'), 'RefundDialog')
const ReverseDialog = lazyLayer(() => import('./reverse-dialog.tsx'), 'ReverseDialog')

const ICON = 18

export function PaymentActions({ payment }: { payment: PaymentDto }) {
  return (
    <Group gap={4} wrap="nowrap">
      {payment.kind === 'payment' && <ReceiptButton payment={payment} />}
      {payment.invoiceId !== null && <InvoiceButton id={payment.invoiceId} />}
      <OwnerMenu payment={payment} />
    </Group>
  )
}

function ReceiptButton({ payment: { receiptUrl } }: { payment: PaymentDto }) {
  const download = () => {
    if (receiptUrl === undefined) {
      toastDestructive({
        title: 'Receipt Not Available',
        message: 'Receipt is not yet available for this payment.',
      })
      return
    }
    toast({ title: 'Downloading Receipt', message: 'Your receipt is downloading as a PDF.' })
    downloadFile(receiptUrl)
  }
  return (
    <Tooltip label="Receipt">
      <ActionIcon aria-label="Receipt" onClick={download}>
        <IconReceipt size={ICON} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function InvoiceButton({ id }: { id: string }) {
  const [, setState] = usePaymentsSearch()
  const open = () => {
    toast({ title: 'Opening Invoice', message: 'The invoice opens next to the list.' })
    setState({ invoice: id }, 'push')
  }
  return (
    <Tooltip label="Invoice">
      <ActionIcon aria-label="Invoice" onClick={open}>
        <IconFileInvoice size={ICON} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** Actions of the payee. */
function OwnerMenu({ payment }: { payment: PaymentDto }) {
  const [refunding, setRefunding] = useState(false)
  const [reversing, setReversing] = useState(false)
  const manage = useCan('payment.manage')
  const { agency_id } = useUser()
  const settle = trpc.payments.settleManual.useMutation({
    onError: errorToast('Failed to update the payment'),
  })
  const received = manage && payment.agency_id === agency_id
  if (!received || !(payment.confirmable || payment.refundable)) return null
  const answer = (arrived: boolean) =>
    settle.mutate(
      { id: payment.id, received: arrived },
      {
        onSuccess: () =>
          toast({
            title: arrived ? 'Payment confirmed' : 'Payment marked as not received',
            message: payment.description,
          }),
      },
    )
  return (
    <>
      <ActionMenu label={payment.description}>
        {payment.confirmable && <Menu.Item onClick={() => answer(true)}>Mark as received</Menu.Item>}
        {payment.confirmable && <Menu.Item onClick={() => answer(false)}>Mark as not received</Menu.Item>}
        {payment.refundable && (
          <Menu.Item onClick={() => setRefunding(true)}>
            {isRefundedByPayee(payment) ? 'Record a refund' : 'Refund'}
          </Menu.Item>
        )}
        {payment.reversible && <Menu.Item onClick={() => setReversing(true)}>Reverse</Menu.Item>}
      </ActionMenu>
      {refunding && <RefundDialog payment={payment} onClose={() => setRefunding(false)} />}
      {reversing && <ReverseDialog payment={payment} onClose={() => setReversing(false)} />}
    </>
  )
}
