import { Radio, SegmentedControl, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { z } from 'zod'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { errorData } from '#client/lib/calls/errors.ts'
import { useSubmission } from '#client/lib/calls/use-submission.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { CreditableDto } from '#shared/money/invoices/credit.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { creditNoteInput } from '#shared/money/invoices/schemas/invoices.ts'
import { creditLineInput } from '#shared/money/invoices/schemas/lines.ts'
import { isRefundedByPayee } from '#shared/money/payments/payments.ts'
import { chosenLines, creditedAmount, type LineChoice } from './credit-choice.ts'
import { CreditLines } from './credit-lines.tsx'
import { LateFeesField } from './late-fees-field.tsx'
import { ReturnedField } from './returned-field.tsx'

/** Credits lines or an amount of an invoice; amounts already paid become client credit or are refunded. */
export function CreditDialog({ invoice, onClose }: { invoice: InvoiceDocumentDto; onClose: () => void }) {
  const query = trpc.invoices.creditable.useQuery({ id: invoice.id }, { staleTime: 0, gcTime: 0 })
  if (query.data === undefined) return <QueryState query={query} loading={<Skeleton h={36} />} />
  return <CreditForm invoice={invoice} creditable={query.data} onClose={onClose} />
}

interface CreditFormProps {
  invoice: InvoiceDocumentDto
  creditable: CreditableDto
  onClose: () => void
}

const creditForm = z.object({
  by: z.enum(['amount', 'lines']),
  amount: creditNoteInput.shape.amount,
  lines: z.array(creditLineInput),
  reason: creditNoteInput.shape.reason,
  settle: z.enum(['credit', 'refund']),
  by_hand: z.boolean(),
  void_late_fees: z.boolean(),
})

interface FormValues extends Record<string, unknown> {
  by: 'amount' | 'lines'
  amount: number
  choices: LineChoice[]
  reason: string
  settle: 'credit' | 'refund'
  by_hand: boolean
  void_late_fees: boolean
}

function CreditForm({ invoice, creditable, onClose }: CreditFormProps) {
  const { currency, due, left, refundable } = creditable
  const credit = trpc.invoices.credit.useMutation()
  const refund = trpc.payments.refund.useMutation()
  const submitOnce = useSubmission()
  const byPayee = refundable !== null && isRefundedByPayee(refundable)
  const initialValues: FormValues = {
    by: due > 0 ? 'amount' : 'lines',
    amount: due > 0 ? due : left,
    choices: creditable.lines.map(({ position, left_quantity, left: amount }) => ({
      position,
      chosen: false,
      by: 'rest',
      quantity: left_quantity,
      amount,
    })),
    reason: '',
    settle: refundable === null || byPayee ? 'credit' : 'refund',
    by_hand: false,
    void_late_fees: true,
  }
  const form = useAppForm({
    schema: z.preprocess((values) => {
      const { choices, ...rest } = values as FormValues
      return { ...rest, lines: chosenLines(choices) }
    }, creditForm),
    initialValues,
    onSubmit: async ({ by, amount, lines, reason, by_hand, void_late_fees }) => {
      const part = by === 'lines' ? { lines } : { amount }
      if (by === 'lines' && lines.length === 0) throw new Error('Choose at least one line.')
      if (refunding && refundable !== null) {
        const { payment_id: id } = refundable
        const chosen = by === 'lines' ? { credit_lines: lines } : { amount }
        await submitOnce((request_id) =>
          refund.mutateAsync({ id, reason, credit: true, by_hand, request_id, ...chosen }),
        )
      } else {
        const keep_as_credit = beyond > 0
        await credit.mutateAsync({ id: invoice.id, reason, keep_as_credit, void_late_fees, ...part })
      }
      const credited = `${formatCharged(total, currency)} has been credited to ${invoice.number}.`
      toast({
        title: 'Credit note issued',
        message: refunding && byPayee ? `${credited} ${refundedByPayee}` : credited,
      })
      onClose()
    },
    fallback: 'Failed to issue the credit note',
  })
  const { fields } = form
  const values = fields.getValues()
  const total = values.by === 'amount' ? values.amount : creditedAmount(creditable, values.choices)
  // The server rejects more than is left in any case.
  const beyond = total > due && total <= left ? total - due : 0
  const paid = Math.max(0, beyond - invoice.amount_written_off)
  const refunds =
    due === 0 && invoice.amount_written_off === 0 && refundable !== null && refundable.left >= total
  const refundedByPayee = `Pay ${formatCharged(paid, currency)} to ${invoice.clientName} yourself.`
  const refunding = values.settle === 'refund' && paid > 0 && refunds
  const isGone = refunding && (values.by_hand || errorData(refund.error).reason === 'provider_gone')
  const refundWords = values.by_hand
    ? 'This only records the refund.'
    : byPayee
      ? `${refundedByPayee} This only records the refund.`
      : `${formatCharged(paid, currency)} is refunded to the original payment method.`
  return (
    <FormDialog
      title="Credit note"
      opened
      onClose={onClose}
      form={form}
      size="lg"
      submitLabel="Issue credit note"
    >
      <SegmentedControl
        aria-label="Amount to credit"
        data={[
          { value: 'lines', label: 'By line' },
          { value: 'amount', label: 'By amount' },
        ]}
        {...fields.getInputProps('by')}
      />
      {values.by === 'amount' ? (
        <MoneyField
          label="Amount"
          required
          currency={currency}
          description={`At most ${formatCharged(left, currency)}, tax included.`}
          {...fields.getInputProps('amount')}
        />
      ) : (
        <CreditLines
          creditable={creditable}
          choices={values.choices}
          onChange={(choices) => fields.setFieldValue('choices', choices)}
        />
      )}
      {values.by === 'lines' && (
        <Text size="sm" fw={600} ta="right">
          {formatCharged(total, currency)} with tax
        </Text>
      )}
      {paid > 0 && (
        <Radio.Group label="Amount already paid" {...fields.getInputProps('settle')}>
          <Stack gap={6} mt={6}>
            <Radio
              value="credit"
              label="Keep as credit"
              description={`${formatCharged(paid, currency)} for ${invoice.clientName}’s next invoices.`}
            />
            <Radio
              value="refund"
              label={byPayee || values.by_hand ? 'Record a refund' : 'Refund'}
              disabled={!refunds}
              description={refunds ? refundWords : 'No single payment covers this amount.'}
            />
          </Stack>
        </Radio.Group>
      )}
      {isGone && <ReturnedField {...fields.getInputProps('by_hand', { type: 'checkbox' })} />}
      {total === left && !refunding && (
        <LateFeesField
          invoice={invoice}
          checked={values.void_late_fees}
          onChange={(checked) => fields.setFieldValue('void_late_fees', checked)}
        />
      )}
      <Textarea
        label="Reason"
        required
        description="Printed on the credit note."
        {...fields.getInputProps('reason')}
      />
    </FormDialog>
  )
}
