import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ClosedPeriodField } from '#client/components/fields/closed-period-field.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import { CreditActions } from '../credit/credit-actions.tsx'
import { CreditDialog } from '../credit/credit-dialog.tsx'
import { LateFeesField } from '../credit/late-fees-field.tsx'
import { invoiceName } from '../invoice/invoice-labels.ts'
import { PayLink } from '../settling/pay-link.tsx'
import { RecordPaymentDialog } from '../settling/record-payment-dialog.tsx'
import { Reminders } from '../settling/reminders.tsx'
import { WriteOffDialog } from '../settling/write-off-dialog.tsx'
import { AddExpensesDialog } from './add-expenses-dialog.tsx'

/** The issuer's actions: edit and send a draft, collect payment of a sent invoice. */
export function InvoiceActions({ invoice }: { invoice: InvoiceDocumentDto }) {
  if (invoice.kind === 'credit_note') return <SendAgain invoice={invoice} label="Send credit note" />
  if (invoice.status === 'draft') return <DraftActions invoice={invoice} />
  if (invoice.amount_due > 0) return <OpenActions invoice={invoice} />
  return invoice.status === 'paid' ? <SettledActions invoice={invoice} /> : null
}

/** Actions that request the remaining amount of a sent invoice. */
export function Collection({ invoice }: { invoice: InvoiceDocumentDto }) {
  if (invoice.kind === 'credit_note' || invoice.status === 'draft' || invoice.amount_due === 0) return null
  return (
    <>
      <PayLink invoice={invoice} />
      <Reminders invoice={invoice} />
    </>
  )
}

function DraftActions({ invoice }: { invoice: InvoiceDocumentDto }) {
  const [, setState] = usePaymentsSearch()
  const [dialog, setDialog] = useState<'delete' | 'expenses' | null>(null)
  const remove = trpc.invoices.delete.useMutation({ onError: errorToast('Failed to delete the invoice') })
  const close = () => setDialog(null)
  return (
    <Group gap="xs">
      <Button onClick={() => setState({ send: invoice.id }, 'push')}>Send invoice</Button>
      <Button variant="default" onClick={() => setState({ edit: invoice.id }, 'push')}>
        Edit
      </Button>
      <Button variant="default" onClick={() => setDialog('expenses')}>
        Add expenses
      </Button>
      <Button variant="default" onClick={() => setDialog('delete')}>
        Delete
      </Button>
      {dialog === 'expenses' && <AddExpensesDialog draft={invoice} onClose={close} />}
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title="Delete draft"
        message={`“${invoice.title}” hasn’t been sent to anyone. It will be permanently deleted.`}
        confirmLabel="Delete draft"
        destructive
        onConfirm={async () => {
          await remove.mutateAsync({ id: invoice.id })
          setState({ invoice: null, pay: false })
          toast({ title: 'Draft deleted', message: `“${invoice.title}” has been deleted.` })
        }}
      />
    </Group>
  )
}

/** Emails an issued document again. */
function SendAgain({ invoice, label }: { invoice: InvoiceDocumentDto; label: string }) {
  const [, setState] = usePaymentsSearch()
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setState({ send: invoice.id }, 'push')}>
        {label}
      </Button>
    </Group>
  )
}

function OpenActions({ invoice }: { invoice: InvoiceDocumentDto }) {
  const [dialog, setDialog] = useState<'record' | 'credit' | 'write-off' | 'void' | null>(null)
  const close = () => setDialog(null)
  const untouched = invoice.amount_paid === 0 && invoice.amount_credited === invoice.amount_granted
  return (
    <>
      <Group gap="xs">
        <Button onClick={() => setDialog('record')}>Record payment</Button>
        <SendAgain invoice={invoice} label="Send again" />
        <CreditActions invoice={invoice} />
        <ActionMenu label={invoiceName(invoice)}>
          <Menu.Item onClick={() => setDialog('credit')}>Credit note</Menu.Item>
          <Menu.Item onClick={() => setDialog('write-off')}>Write off</Menu.Item>
          {untouched && (
            <Menu.Item color="red" onClick={() => setDialog('void')}>
              Void
            </Menu.Item>
          )}
        </ActionMenu>
      </Group>
      {dialog === 'record' && <RecordPaymentDialog invoice={invoice} onClose={close} />}
      {dialog === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
      {dialog === 'write-off' && <WriteOffDialog invoice={invoice} onClose={close} />}
      <VoidConfirm invoice={invoice} opened={dialog === 'void'} onClose={close} />
    </>
  )
}

interface VoidConfirmProps {
  invoice: InvoiceDocumentDto
  opened: boolean
  onClose: () => void
}

function VoidConfirm({ invoice, opened, onClose }: VoidConfirmProps) {
  const [confirmsPeriod, setConfirmsPeriod] = useState(false)
  const [voidsFees, setVoidsFees] = useState(true)
  const makeVoid = trpc.invoices.void.useMutation({ onError: errorToast('Failed to void the invoice') })
  const { number, amount_granted } = invoice
  const returned =
    amount_granted === 0
      ? ''
      : ` ${formatCharged(amount_granted, invoice.currency)} of granted credit is returned to the client.`
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Void invoice"
      message={
        <Stack gap="sm">
          <Text>{`${number} keeps its number, but nothing will be due on it.${returned} This can’t be undone.`}</Text>
          <LateFeesField invoice={invoice} checked={voidsFees} onChange={setVoidsFees} />
          {opened && (
            <ClosedPeriodField
              day={invoice.issued_on}
              closed="A credit note dated today will cancel the invoice instead."
              checked={confirmsPeriod}
              onChange={setConfirmsPeriod}
            />
          )}
        </Stack>
      }
      confirmLabel="Void invoice"
      destructive
      onConfirm={async () => {
        const { status } = await makeVoid.mutateAsync({
          id: invoice.id,
          confirm_period: confirmsPeriod,
          void_late_fees: voidsFees,
        })
        toast({
          title: status === 'void' ? 'Invoice voided' : 'Invoice credited',
          message: `Nothing is due on ${number}.`,
        })
      }}
    />
  )
}

/** Nothing is due any more: paid amounts can be credited, a write-off can be paid or reversed. */
function SettledActions({ invoice }: { invoice: InvoiceDocumentDto }) {
  const [dialog, setDialog] = useState<'record' | 'credit' | 'undo' | 'void' | null>(null)
  const undo = trpc.invoices.undoWriteOff.useMutation({
    onError: errorToast('Failed to undo the write-off'),
  })
  const close = () => setDialog(null)
  const writtenOff = formatCharged(invoice.amount_written_off, invoice.currency)
  const credits = invoice.amount_credited < invoice.amount
  const voids = invoice.amount > 0 && invoice.amount_granted === invoice.amount
  return (
    <Group gap="xs">
      <SendAgain invoice={invoice} label="Send again" />
      <CreditActions invoice={invoice} />
      {invoice.amount_written_off > 0 && (
        <Button variant="default" onClick={() => setDialog('record')}>
          Record payment
        </Button>
      )}
      {(credits || voids || invoice.amount_written_off > 0) && (
        <ActionMenu label={invoiceName(invoice)}>
          {credits && <Menu.Item onClick={() => setDialog('credit')}>Credit note</Menu.Item>}
          {invoice.amount_written_off > 0 && (
            <Menu.Item onClick={() => setDialog('undo')}>Undo write-off</Menu.Item>
          )}
          {voids && (
            <Menu.Item color="red" onClick={() => setDialog('void')}>
              Void
            </Menu.Item>
          )}
        </ActionMenu>
      )}
      {dialog === 'record' && <RecordPaymentDialog invoice={invoice} onClose={close} />}
      {dialog === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
      <VoidConfirm invoice={invoice} opened={dialog === 'void'} onClose={close} />
      <ConfirmDialog
        opened={dialog === 'undo'}
        onClose={close}
        title="Undo write-off"
        message={`${writtenOff} of ${invoice.number} will be due again.`}
        confirmLabel="Undo write-off"
        onConfirm={async () => {
          await undo.mutateAsync({ id: invoice.id })
          toast({ title: 'Write-off undone', message: `${writtenOff} of ${invoice.number} is due again.` })
        }}
      />
    </Group>
  )
}
