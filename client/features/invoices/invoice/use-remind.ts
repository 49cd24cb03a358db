import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { InvoiceDto } from '#shared/invoices.ts'

/** Whether a client who has received the invoice still owes something on it. */
export const isRemindable = (invoice: InvoiceDto): boolean =>
  invoice.manageable && invoice.status !== 'draft' && invoice.amount_due > 0

/** Emails the client a reminder; errors show the server's message. */
export function useRemind() {
  const mutation = trpc.invoices.remind.useMutation({
    onSuccess: ({ clientName, number }) =>
      toast({
        title: 'Reminder sent',
        message: `${number} has been emailed to ${clientName} with a payment link.`,
      }),
    onError: errorToast('Failed to send the reminder'),
  })
  return { remind: (id: string) => mutation.mutate({ id }), busy: mutation.isPending }
}
