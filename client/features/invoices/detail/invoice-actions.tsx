import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import { formatCharged } from '#shared/money.ts'
import { usePaymentsSearch } from '../../payments/use-payments-search.ts'
import { AddExpensesDialog } from '../expenses/add-expenses-dialog.tsx'
import { CreditActions } from './credit-actions.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { PayLink } from './pay-link.tsx'
import { RecordPaymentDialog } from './record-payment-dialog.tsx'
import { Reminders } from './reminders.tsx'
import { WriteOffDialog } from './write-off-dialog.tsx'

/** The issuer's actions: edit and send a draft, collect a sent invoice. */
export function InvoiceActions({ invoice }: { invoice: InvoiceDto }) {
  if (invoice.kind === 'credit_note') return <SendAgain invoice={invoice} label="Send credit note" />
  if (invoice.status === 'draft') return <DraftActions invoice={invoice} />
  if (invoice.amount_due > 0) return <OpenActions invoice={invoice} />
  return invoice.status === 'paid' ? <SettledActions invoice={invoice} /> : null
}

/** How the rest of a sent invoice is asked for. */
export function Collection({ invoice }: { invoice: InvoiceDto }) {
  if (invoice.kind === 'credit_note' || invoice.status === 'draft' || invoice.amount_due === 0) return null
  return (
    <>
      <PayLink invoice={invoice} />
      <Reminders invoice={invoice} />
    </>
  )
}

function DraftActions({ invoice }: { invoice: InvoiceDto }) {
  const [, setState] = usePaymentsSearch()
  const [asked, setAsked] = useState<'delete' | 'expenses' | null>(null)
  const remove = trpc.invoices.delete.useMutation({ onError: errorToast('Failed to delete the invoice') })
  const close = () => setAsked(null)
  return (
    <Group gap="xs">
      <Button onClick={() => setState({ send: invoice.id }, 'push')}>Send invoice</Button>
      <Button variant="default" onClick={() => setState({ edit: invoice.id }, 'push')}>
        Edit
      </Button>
      <Button variant="default" onClick={() => setAsked('expenses')}>
        Add expenses
      </Button>
      <Button variant="default" onClick={() => setAsked('delete')}>
        Delete
      </Button>
      {asked === 'expenses' && <AddExpensesDialog draft={invoice} onClose={close} />}
      <ConfirmDialog
        opened={asked === 'delete'}
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

/** Emails a document that was issued. */
function SendAgain({ invoice, label }: { invoice: InvoiceDto; label: string }) {
  const [, setState] = usePaymentsSearch()
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setState({ send: invoice.id }, 'push')}>
        {label}
      </Button>
    </Group>
  )
}

function OpenActions({ invoice }: { invoice: InvoiceDto }) {
  const [asked, setAsked] = useState<'record' | 'credit' | 'write-off' | 'void' | null>(null)
  const makeVoid = trpc.invoices.void.useMutation({ onError: errorToast('Failed to void the invoice') })
  const close = () => setAsked(null)
  const untouched = invoice.amount_paid === 0 && invoice.amount_credited === 0
  return (
    <>
      <Group gap="xs">
        <Button variant="default" onClick={() => setAsked('record')}>
          Record payment
        </Button>
        <SendAgain invoice={invoice} label="Send again" />
        <CreditActions invoice={invoice} />
        <Button variant="default" onClick={() => setAsked('credit')}>
          Credit note
        </Button>
        <Button variant="default" onClick={() => setAsked('write-off')}>
          Write off
        </Button>
        {untouched && (
          <Button variant="default" onClick={() => setAsked('void')}>
            Void
          </Button>
        )}
      </Group>
      {asked === 'record' && <RecordPaymentDialog invoice={invoice} onClose={close} />}
      {asked === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
      {asked === 'write-off' && <WriteOffDialog invoice={invoice} onClose={close} />}
      <ConfirmDialog
        opened={asked === 'void'}
        onClose={close}
        title="Void invoice"
        message={`${invoice.number} keeps its number, but nothing will be due on it. This can’t be undone.`}
        confirmLabel="Void invoice"
        destructive
        onConfirm={async () => {
          await makeVoid.mutateAsync({ id: invoice.id })
          toast({ title: 'Invoice voided', message: `Nothing is due on ${invoice.number}.` })
        }}
      />
    </>
  )
}

/** Nothing is due any more: what was paid can be credited, what was given up be owed again. */
function SettledActions({ invoice }: { invoice: InvoiceDto }) {
  const [asked, setAsked] = useState<'credit' | 'undo' | null>(null)
  const undo = trpc.invoices.undoWriteOff.useMutation({
    onError: errorToast('Failed to undo the write-off'),
  })
  const close = () => setAsked(null)
  const lost = formatCharged(invoice.amount_written_off, invoice.currency)
  return (
    <Group gap="xs">
      <SendAgain invoice={invoice} label="Send again" />
      <CreditActions invoice={invoice} />
      {invoice.amount_credited < invoice.amount && (
        <Button variant="default" onClick={() => setAsked('credit')}>
          Credit note
        </Button>
      )}
      {invoice.amount_written_off > 0 && (
        <Button variant="default" onClick={() => setAsked('undo')}>
          Undo write-off
        </Button>
      )}
      {asked === 'credit' && <CreditDialog invoice={invoice} onClose={close} />}
      <ConfirmDialog
        opened={asked === 'undo'}
        onClose={close}
        title="Undo write-off"
        message={`${lost} of ${invoice.number} will be due again.`}
        confirmLabel="Undo write-off"
        onConfirm={async () => {
          await undo.mutateAsync({ id: invoice.id })
          toast({ title: 'Write-off undone', message: `${lost} of ${invoice.number} is due again.` })
        }}
      />
    </Group>
  )
}
