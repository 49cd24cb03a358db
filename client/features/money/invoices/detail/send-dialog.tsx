import { Alert, Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AddressesField } from '#client/components/fields/addresses-field.tsx'
import { DateField } from '#client/components/fields/date-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ConfirmEmailNotice } from '#client/components/states/confirm-email-notice.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { formatDate } from '#shared/base/format.ts'
import type { MailDraftDto, SendingNotesDto, TaxNote } from '#shared/identity/letterhead/document-mails.ts'
import type { BankDetails, DocumentParties } from '#shared/identity/letterhead/parties.ts'
import { outgoingMail } from '#shared/identity/letterhead/schemas/document-mails.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { useCreditChoice } from '../credit/credit-actions.tsx'
import { EInvoiceProblems, sentAsText, UnprintableCharacters, useEInvoice } from './e-invoice-check.tsx'

interface SendFormProps {
  invoice: InvoiceDocumentDto
  draft: MailDraftDto
  notes: SendingNotesDto
  onClose: () => void
}

/** Recipients and text of the email; errors keep the input. */
function SendForm({ invoice, draft, notes, onClose }: SendFormProps) {
  const isDraft = invoice.status === 'draft'
  const what = invoice.kind === 'credit_note' ? 'credit note' : 'invoice'
  const send = trpc.invoices.send.useMutation()
  const mail = trpc.invoices.mail.useMutation()
  const credit = useCreditChoice(invoice)
  const check = useEInvoice(invoice)
  const [dueDate, setDueDate] = useState(notes.due?.offered ?? null)
  const form = useAppForm({
    schema: outgoingMail,
    initialValues: { ...draft },
    onSubmit: async (values) => {
      const { id } = invoice
      const sent = isDraft
        ? await send.mutateAsync({ id, mail: values, ...credit.chosen, due_date: dueDate ?? undefined })
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
      {!notes.may_send && <ConfirmEmailNotice />}
      {notes.bank_change !== null && <BankChange change={notes.bank_change} bank={invoice.parties.bank} />}
      {notes.open_advances.length > 0 && (
        <OpenAdvances advances={notes.open_advances} currency={invoice.currency} />
      )}
      <OwnValues notes={notes} />
      <EInvoiceProblems invoice={invoice} check={check} />
      <UnprintableCharacters check={check} />
      {notes.due !== null && (
        <DateField
          label="Due date"
          required
          clearable={false}
          description={`${formatDate(notes.due.passed)} has passed, so choose a new date.${invoice.instalments.length > 0 ? ' All installments move by the same number of days.' : ''}`}
          value={dueDate}
          onChange={setDueDate}
          error={fields.errors.due_date}
        />
      )}
      <AddressesField label="To" required {...fields.getInputProps('to')} />
      <AddressesField label="CC" {...fields.getInputProps('cc')} />
      <AddressesField label="BCC" {...fields.getInputProps('bcc')} />
      <TextInput label="Subject" required {...fields.getInputProps('subject')} />
      <Textarea
        label="Message"
        required
        autosize
        minRows={5}
        maxRows={12}
        description={replacedWords(invoice, notes, draft)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...fields.getInputProps('body')}
      />
      <Text size="sm" c="dimmed">
        {sentAsText(invoice, check)}
        {isDraft && ' Sending gives the invoice its number. After that, it can’t be edited.'}
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

/** Lists the placeholders that are filled in on sending. */
function replacedWords(
  { number }: InvoiceDocumentDto,
  { due }: SendingNotesDto,
  { subject, body }: MailDraftDto,
): string | undefined {
  if (number !== null) return undefined
  const words = [
    ['{number}', 'the invoice number'],
    ...(due === null ? [] : [['{due date}', 'the new due date']]),
    ...(`${subject}${body}`.includes('{remaining}') ? [['{remaining}', 'the amount that remains']] : []),
  ] as const
  const list = new Intl.ListFormat('en')
  const names = list.format(words.map(([name = '']) => name))
  return `${names} ${words.length === 1 ? 'is' : 'are'} replaced with ${list.format(words.map(([, text = '']) => text))}.`
}

interface BankChangeProps {
  change: NonNullable<SendingNotesDto['bank_change']>
  bank: DocumentParties['bank']
}

/** The first invoices sent after a change of the bank details show them for confirmation. */
function BankChange({ change, bank }: BankChangeProps) {
  const zone = useZone()
  return (
    <Alert
      color="yellow"
      p="sm"
      title={`Bank details changed on ${formatInstantDate(change.at, zone)} by ${change.by}`}
    >
      <Text size="sm">
        This invoice asks the client to pay to {bank === null ? 'no bank account' : transferText(bank)}. If
        you don’t know about the change, don’t send the invoice; ask the agency’s owners.
      </Text>
    </Alert>
  )
}

interface OpenAdvancesProps {
  advances: SendingNotesDto['open_advances']
  currency: string
}

/** What happens to advance invoices that aren't fully paid. */
const OpenAdvances = ({ advances, currency }: OpenAdvancesProps) => (
  <Alert color="yellow" p="sm" title="Advance invoices that are still open">
    {advances.map(({ id, number, due, deducted }) => (
      <Text key={id} size="sm">
        {number}: {formatCharged(due, currency)}{' '}
        {deducted
          ? 'are credited when you send this invoice, which bills them instead.'
          : 'stay open in addition to this invoice. Void or credit the advance invoice if it shouldn’t be paid.'}
      </Text>
    ))}
  </Alert>
)

const TAX_NOTES: Record<TaxNote['reason'], (tax: string) => string> = {
  archived: (tax) => `${tax} is archived`,
  changed: (tax) => `${tax} has changed in Settings`,
  typed: (tax) => `${tax} was entered by hand and isn’t one of your tax rates`,
}

/** Where the draft differs from Settings and the exchange-rate table. */
function OwnValues({ notes: { taxes, exchange_rate: rate } }: { notes: SendingNotesDto }) {
  if (taxes.length === 0 && rate === null) return null
  return (
    <Alert color="yellow" p="sm" title="Differs from your settings">
      {taxes.map(({ reason, tax, lines }) => (
        <Text key={`${reason} ${tax}`} size="sm">
          {TAX_NOTES[reason](tax)}: {lines.join(', ')}.
        </Text>
      ))}
      {rate !== null && (
        <Text size="sm">
          The exchange rate entered is {rate.entered}; the rate of {formatDate(rate.quoted_on)} is{' '}
          {rate.table}.
        </Text>
      )}
      <Text size="sm">The invoice is sent as it is. Edit the draft to change it.</Text>
    </Alert>
  )
}

const transferText = ({ iban, ...bank }: BankDetails): string =>
  [iban, bank.account_holder, bank.bank_name, bank.bic].filter(Boolean).join(', ')

/** Sends a draft or resends an issued document, with the chosen recipients and message. */
export function SendDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const invoice = trpc.invoices.get.useQuery({ id }, { staleTime: 0 })
  const draft = trpc.invoices.mailDraft.useQuery({ id }, { staleTime: 0 })
  const notes = trpc.invoices.sendingNotes.useQuery({ id }, { staleTime: 0 })
  return (
    <EditDialog title="Send" query={invoice} onClose={onClose}>
      {(document) => (
        <EditDialog title="Send" query={draft} onClose={onClose}>
          {(mail) => (
            <EditDialog title="Send" query={notes} onClose={onClose}>
              {(notes) => <SendForm invoice={document} draft={mail} notes={notes} onClose={onClose} />}
            </EditDialog>
          )}
        </EditDialog>
      )}
    </EditDialog>
  )
}
