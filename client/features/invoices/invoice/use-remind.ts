import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { InvoiceDto } from '#shared/invoices.ts'

/** Whether something is owed on the invoice by a client who knows of it. */
export const isRemindable = (invoice: InvoiceDto): boolean =>
  invoice.manageable && invoice.status !== 'draft' && invoice.amount_due > 0

/** Mails the client a reminder now; a refusal is told in the server's words. */
export function useRemind() {
  const mutation = trpc.invoices.remind.useMutation({
    onSuccess: ({ clientName, number }) =>
      toast({ title: 'Reminder Sent', message: `${clientName} gets ${number} with a link to pay by mail.` }),
    onError: errorToast('Failed to send the reminder'),
  })
  return { remind: (id: string) => mutation.mutate({ id }), busy: mutation.isPending }
}
