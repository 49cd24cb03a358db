import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'

/** Whether a client who has received the invoice still owes something on it. */
export const isRemindable = (invoice: InvoiceDto): boolean =>
  invoice.manageable && invoice.status !== 'draft' && invoice.amount_due > 0

/** Emails the client a reminder once the undo period is over; errors show the server's message. */
export function useRemind() {
  const undo = trpc.invoices.undoReminder.useMutation({
    onSuccess: () => toast({ title: 'Reminder undone', message: 'Nothing has been sent.' }),
    onError: errorToast('Failed to undo the reminder'),
  })
  const mutation = trpc.invoices.remind.useMutation({
    onSuccess: ({ id, clientName, number }) =>
      toast({
        title: 'Reminder sent',
        message: `${clientName} is emailed ${number} with a payment link.`,
        action: { label: 'Undo', onClick: () => undo.mutate({ id }) },
      }),
    onError: errorToast('Failed to send the reminder'),
  })
  return { remind: (id: string) => mutation.mutate({ id }), busy: mutation.isPending }
}
