import { Alert, Button, Group, Select, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { DiscardDialog } from '#client/components/dialogs/discard-dialog.tsx'
import { useLeaveQuestion } from '#client/components/forms/use-leave-question.ts'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { serverMessage, UNREACHABLE } from '#client/lib/calls/errors.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCharged, formatMoney } from '#shared/base/amounts/money.ts'
import type { BankLineDto, BankPart } from '#shared/money/bank/bank.ts'
import type { TaxPaymentCategory } from '#shared/money/ledger/finance.ts'
import { EntryPart } from './entry-part.tsx'
import { ExpensePart, taxPartsOf } from './expense-part.tsx'
import { ForeignPart } from './foreign-part.tsx'
import { InvoiceParts } from './invoice-parts.tsx'
import { SupplierRefundPart } from './supplier-refund-part.tsx'

/** What a line can settle, which depends on whether money came in or went out. */
const KINDS = {
  invoices: { label: 'Invoices', in: true, out: false },
  payment: { label: 'A payment in the books', in: true, out: false },
  provider_payout: { label: 'A payout of card payments', in: true, out: false },
  provider_withdrawal: { label: 'A withdrawal by Stripe', in: false, out: true },
  expense: { label: 'A new expense', in: false, out: true },
  entered_expense: { label: 'An expense in the books', in: false, out: true },
  refund: { label: 'A refund to a client', in: false, out: true },
  entered_refund: { label: 'A refund in the books', in: false, out: true },
  supplier_refund: { label: 'A refund from a supplier', in: true, out: false },
  tax_payment: { label: 'A payment to the tax office', in: false, out: true },
  tax_refund: { label: 'A refund from the tax office', in: true, out: false },
  entered_supplier_refund: { label: 'A supplier’s or tax refund in the books', in: true, out: false },
  payout: { label: 'A payout to a contributor', in: false, out: true },
  transfer: { label: 'A transfer between your accounts', in: true, out: true },
  foreign: { label: 'An announced payment or a refund in another currency', in: true, out: true },
} as const
type Kind = keyof typeof KINDS

const TAX_CATEGORIES: Partial<Record<Kind, TaxPaymentCategory>> = {
  tax_payment: 'tax_payments',
  tax_refund: 'tax_refunds',
}

/** The side panel for matching a line manually, including with parts of more than one invoice. */
export function SettleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const line = trpc.bank.line.useQuery({ id }, { staleTime: 0 })
  const [hasInput, setHasInput] = useState(false)
  const isUnsaved = hasInput && line.data?.status !== 'matched'
  const question = useLeaveQuestion(true, () => isUnsaved, onClose)
  const title = line.data === undefined ? 'Bank line' : formatMoney(line.data.amount, line.data.currency)
  return (
    <RecordDrawer query={line} title={title} opened onClose={() => (isUnsaved ? question.ask() : onClose())}>
      {(record) => (
        <>
          {record.status === 'matched' ? (
            <Text size="sm">This line has been matched.</Text>
          ) : (
            <SettleForm line={record} onInput={() => setHasInput(true)} onClose={onClose} />
          )}
          {question.leaving && (
            <DiscardDialog
              message="What you entered hasn’t been saved."
              onClose={question.stay}
              onDiscard={question.leave}
            />
          )}
        </>
      )}
    </RecordDrawer>
  )
}

interface SettleFormProps {
  line: BankLineDto
  /** Something was entered. */
  onInput: () => void
  onClose: () => void
}

function SettleForm({ line, onInput, onClose }: SettleFormProps) {
  const isIncome = line.amount > 0
  const [kind, setKind] = useState<Kind>(isIncome ? 'invoices' : 'expense')
  const [parts, setParts] = useState<BankPart[]>([])
  const [mails, setMails] = useState(false)
  const accept = trpc.bank.accept.useMutation()
  const enter = (entered: BankPart[]) => {
    setParts(entered)
    onInput()
  }
  const submit = () =>
    accept.mutate(
      { id: line.id, version: line.version, parts, mail_receipt: mails },
      {
        onSuccess: () => {
          toast({ title: 'Line matched', message: formatCharged(line.amount, line.currency) })
          onClose()
        },
      },
    )
  const options = (Object.keys(KINDS) as Kind[])
    .filter((name) => KINDS[name][isIncome ? 'in' : 'out'])
    .map((name) => ({ value: name, label: KINDS[name].label }))
  return (
    <Stack gap="sm">
      <Facts line={line} />
      <Select
        label="This line is"
        data={options}
        allowDeselect={false}
        value={kind}
        onChange={(name) => {
          const chosen = (name ?? kind) as Kind
          const category = TAX_CATEGORIES[chosen]
          setKind(chosen)
          setParts(category === undefined ? [] : taxPartsOf(line, category))
        }}
      />
      {kind === 'invoices' ? (
        <InvoiceParts line={line} onChange={enter} />
      ) : kind === 'foreign' ? (
        <ForeignPart line={line} onChange={enter} />
      ) : kind === 'supplier_refund' ? (
        <SupplierRefundPart line={line} onChange={enter} />
      ) : kind === 'expense' || kind === 'tax_payment' || kind === 'tax_refund' ? (
        <ExpensePart key={kind} line={line} tax={TAX_CATEGORIES[kind]} onChange={enter} />
      ) : (
        <EntryPart
          key={kind}
          kind={
            kind === 'entered_supplier_refund'
              ? 'entered_expense'
              : kind === 'provider_withdrawal'
                ? 'provider_payout'
                : kind
          }
          line={line}
          onChange={enter}
        />
      )}
      {kind === 'invoices' && (
        <Switch
          label="Email the receipts"
          checked={mails}
          onChange={(event) => setMails(event.currentTarget.checked)}
        />
      )}
      {accept.error !== null && (
        <Alert color="red" role="alert">
          {serverMessage(accept.error) ?? UNREACHABLE}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button disabled={parts.length === 0} loading={accept.isPending} onClick={submit}>
          Match line
        </Button>
      </Group>
    </Stack>
  )
}

function Facts({ line }: { line: BankLineDto }) {
  const facts = [
    formatDate(line.booked_on),
    line.party_name,
    line.party_iban,
    line.text,
    line.reference,
    line.end_to_end_id,
  ]
  return (
    <Text size="sm" c="dimmed">
      {facts.filter(Boolean).join(' · ')}
    </Text>
  )
}
