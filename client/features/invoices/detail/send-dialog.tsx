import { Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { AddressesField } from '#client/components/addresses-field.tsx'
import { useAppForm } from '#client/components/app-form.tsx'
import { EditDialog } from '#client/components/edit-dialog.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type MailDraftDto, outgoingMail } from '#shared/billing-mails.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import { formatCharged } from '#shared/money.ts'
import { useCreditChoice } from './credit-actions.tsx'
import { EInvoiceProblems, sentAsText, useEInvoice } from './e-invoice-check.tsx'

interface SendFormProps {
  invoice: InvoiceDto
  draft: MailDraftDto
  onClose: () => void
}

/** Who gets the document and what the mail says; refusals keep what was typed. */
function SendForm({ invoice, draft, onClose }: SendFormProps) {
  const isDraft = invoice.status === 'draft'
  const what = invoice.kind === 'credit_note' ? 'credit note' : 'invoice'
  const send = trpc.invoices.send.useMutation()
  const mail = trpc.invoices.mail.useMutation()
  const credit = useCreditChoice(invoice)
  const check = useEInvoice(invoice)
  const form = useAppForm({
    schema: outgoingMail,
    initialValues: { ...draft },
    onSubmit: async (values) => {
      const { id } = invoice
      const sent = isDraft
        ? await send.mutateAsync({ id, mail: values, ...credit.chosen })
        : await mail.mutateAsync({ id, mail: values })
      toast({
        title: invoice.kind === 'credit_note' ? 'Credit note sent' : 'Invoice sent',
        message: `${sent.number} has been emailed to ${values.to.join(', ')}.`,
      })
      onClose()
    },
    fallback: `Failed to send the ${what}`,
    resetOnSuccess: false,
  })
  const { fields } = form
  return (
    <FormDialog
      title={`Send ${what}`}
      opened
      onClose={onClose}
      form={form}
      size="lg"
      submitLabel={`Send ${what}`}
      busyLabel="Sending..."
    >
      <EInvoiceProblems invoice={invoice} check={check} />
      <AddressesField label="To" required {...fields.getInputProps('to')} />
      <AddressesField label="CC" {...fields.getInputProps('cc')} />
      <AddressesField label="BCC" {...fields.getInputProps('bcc')} />
      <TextInput label="Subject" required maxLength={200} {...fields.getInputProps('subject')} />
      <Textarea
        label="Message"
        required
        autosize
        minRows={5}
        maxRows={12}
        description={invoice.number === null ? '{number} becomes the invoice’s number.' : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...fields.getInputProps('body')}
      />
      <Text size="sm" c="dimmed">
        {sentAsText(invoice, check)}
        {isDraft && ' Once it is sent, the invoice has its number and can’t be edited.'}
      </Text>
      {credit.amount > 0 && (
        <Checkbox
          label={`Apply ${formatCharged(credit.amount, invoice.currency)} of credit`}
          checked={credit.applies}
          onChange={(event) => credit.choose(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}

/** Sends a draft or emails an issued document again, to whom and in the words that are chosen here. */
export function SendDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const invoice = trpc.invoices.get.useQuery({ id }, { staleTime: 0 })
  const draft = trpc.invoices.mailDraft.useQuery({ id }, { staleTime: 0 })
  return (
    <EditDialog title="Send" query={invoice} onClose={onClose}>
      {(document) => (
        <EditDialog title="Send" query={draft} onClose={onClose}>
          {(mail) => <SendForm invoice={document} draft={mail} onClose={onClose} />}
        </EditDialog>
      )}
    </EditDialog>
  )
}
