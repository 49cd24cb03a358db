import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import { formatCharged } from '#shared/money.ts'
import { usePaymentsSearch } from '../../payments/use-payments-search.ts'
import { AddExpensesDialog } from '../expenses/add-expenses-dialog.tsx'
import { CreditActions, useClientBalance } from './credit-actions.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { PayLink } from './pay-link.tsx'
import { RecordPaymentDialog } from './record-payment-dialog.tsx'
import { Reminders } from './reminders.tsx'
import { WriteOffDialog } from './write-off-dialog.tsx'

/** The issuer's actions: edit and send a draft, collect a sent invoice. */
export function InvoiceActions({ invoice }: { invoice: InvoiceDto }) {
  if (invoice.kind !== 'invoice') return null
  if (invoice.status === 'draft') return <DraftActions invoice={invoice} />
  if (invoice.amount_due > 0) return <OpenActions invoice={invoice} />
  return invoice.status === 'paid' ? <SettledActions invoice={invoice} /> : null
}

function DraftActions({ invoice }: { invoice: InvoiceDto }) {
  const [, setState] = usePaymentsSearch()
  const [asked, setAsked] = useState<'send' | 'delete' | 'expenses' | null>(null)
  const send = trpc.invoices.send.useMutation({ onError: errorToast('Failed to send the invoice') })
  const remove = trpc.invoices.delete.useMutation({ onError: errorToast('Failed to delete the invoice') })
  const close = () => setAsked(null)
  const credit = Math.min(useClientBalance(invoice), invoice.amount)
  const [chosen, setChosen] = useState<boolean>()
  const rules = trpc.invoices.collectionRules.useQuery(undefined, { enabled: credit > 0 })
  const applies = chosen ?? rules.data?.apply_credit ?? false
  return (
    <Group gap="xs">
      <Button onClick={() => setAsked('send')}>Send invoice</Button>
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
        opened={asked === 'send'}
        onClose={close}
        title="Send invoice"
        message={
          <Stack gap="sm">
            {`The invoice will be numbered, emailed to ${invoice.clientName} with a PDF and a payment link for ${formatCharged(invoice.amount, invoice.currency)}, and locked.`}
            {credit > 0 && (
              <Checkbox
                label={`Apply ${formatCharged(credit, invoice.currency)} of credit`}
                checked={applies}
                onChange={(event) => setChosen(event.currentTarget.checked)}
              />
            )}
          </Stack>
        }
        confirmLabel="Send invoice"
        onConfirm={async () => {
          const sent = await send.mutateAsync({
            id: invoice.id,
            ...(credit > 0 && { apply_credit: applies }),
          })
          toast({ title: 'Invoice sent', message: `${sent.number} has been emailed to ${sent.clientName}.` })
        }}
      />
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
      <PayLink invoice={invoice} />
      <Reminders invoice={invoice} />
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
