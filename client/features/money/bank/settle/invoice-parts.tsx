import { Checkbox, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { ClientField } from '#client/components/fields/records/client-field.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { includesFolded } from '#shared/base/text/fold.ts'
import type { BankChoices, BankLineDto, BankPart } from '#shared/money/bank/bank.ts'
import { likelyPayment } from '#shared/money/bank/differences.ts'
import { AdvanceFields, type AdvanceFieldsProps } from '../../invoices/credit/advance-fields.tsx'
import { defaultsFor, type TaxValues } from '../../invoices/form/invoice-values.ts'
import classes from '../bank.module.css'
import { ConfirmDifference } from './confirm-difference.tsx'

type OpenInvoice = BankChoices['invoices'][number]
/** Amounts by invoice; null while the text isn't a valid amount. */
type Amounts = Readonly<Record<string, number | null>>
/** The amounts confirmed by invoice: others aren't. */
type Confirmed = Readonly<Record<string, string>>

interface Chosen {
  amounts: Amounts
  settled: Amounts
}

/** The maximum number of other invoices listed below the chosen ones; typing narrows them down. */
const MAX_SHOWN = 20

interface InvoicePartsProps {
  line: BankLineDto
  onChange: (parts: BankPart[]) => void
}

interface Rest {
  client: string | null
  /** The tax of the advance invoice that the client gets for the deposit. */
  advance?: TaxValues | undefined
  fees: boolean
}

/** Invoices with the amounts paid; a surplus becomes credit, a shortfall can be bank fees. */
export function InvoiceParts({ line, onChange }: InvoicePartsProps) {
  const { data } = trpc.bank.choices.useQuery({ id: line.id })
  const [search, setSearch] = useState('')
  const [amounts, setAmounts] = useState<Amounts>({})
  const [settled, setSettled] = useState<Amounts>({})
  const [confirmed, setConfirmed] = useState<Confirmed>({})
  const [rest, setRest] = useState<Rest>({ client: null, fees: false })
  const invoices = data?.invoices ?? []
  const chosen = invoices.filter(({ id }) => id in amounts)
  const left = leftOf(line, amounts)
  const apply = (next: Amounts, nextRest: Rest, nextSettled = settled, nextConfirmed = confirmed) => {
    setAmounts(next)
    setRest(nextRest)
    setSettled(nextSettled)
    setConfirmed(nextConfirmed)
    const chosenAmounts = { amounts: next, settled: nextSettled, confirmed: nextConfirmed }
    onChange(partsOf(line, invoices, chosenAmounts, nextRest))
  }
  const toggle = ({ id, due, base_due, currency, client_id }: OpenInvoice) => {
    const { [id]: current, ...others } = amounts
    if (id in amounts) return apply(others, rest)
    const free = Math.max(leftOf(line, amounts), 0)
    const isForeign = currency !== line.currency
    const { amount, settles } = isForeign
      ? likelyPayment(free, { due, base_due })
      : { amount: Math.min(due, free) || due, settles: due }
    const chosenRest = { ...rest, client: rest.client ?? client_id }
    apply({ ...amounts, [id]: amount }, chosenRest, isForeign ? { ...settled, [id]: settles } : settled)
    return current
  }
  const others = invoices.filter((invoice) => !(invoice.id in amounts) && matches(invoice, search))
  const shown = [...chosen, ...others.slice(0, MAX_SHOWN)]
  return (
    <Stack gap="sm">
      <TextInput
        label="Find an invoice"
        placeholder="Number or client"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {data !== undefined && shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {`No open invoice in ${line.currency} fits.`}
        </Text>
      )}
      {shown.map((invoice) => (
        <div key={invoice.id} className={classes.invoice}>
          <Checkbox
            label={`${invoice.number} of ${invoice.client_name}`}
            description={`${formatCharged(invoice.due, invoice.currency)} ${invoice.written_off ? 'written off' : `due ${formatDate(invoice.due_on)}`}`}
            checked={invoice.id in amounts}
            onChange={() => toggle(invoice)}
          />
          {invoice.id in amounts && (
            <MoneyField
              label={`Amount for ${invoice.number}`}
              currency={line.currency}
              value={amounts[invoice.id] ?? null}
              onChange={(amount) => apply({ ...amounts, [invoice.id]: amount }, rest)}
            />
          )}
          {invoice.id in amounts && invoice.currency !== line.currency && (
            <MoneyField
              label={`Pays off ${invoice.number}`}
              description="The difference from its exchange rate is booked as a gain or loss."
              currency={invoice.currency}
              value={settled[invoice.id] ?? null}
              onChange={(amount) => apply(amounts, rest, { ...settled, [invoice.id]: amount })}
            />
          )}
          {invoice.id in amounts && invoice.currency !== line.currency && (
            <ConfirmDifference
              entry={{ ...invoice, name: invoice.number }}
              amount={amounts[invoice.id] ?? null}
              settles={settled[invoice.id] ?? null}
              checked={confirmed[invoice.id] === confirmationOf(invoice.id, { amounts, settled })}
              onChange={(checked) => {
                const confirmation = checked ? confirmationOf(invoice.id, { amounts, settled }) : ''
                apply(amounts, rest, settled, { ...confirmed, [invoice.id]: confirmation })
              }}
            />
          )}
        </div>
      ))}
      {left > 0 && (
        <ClientField
          label={`${formatCharged(left, line.currency)} as credit for`}
          value={rest.client}
          chosen={chosenClient(chosen, rest.client)}
          onChange={(client) => apply(amounts, { ...rest, client, advance: undefined })}
        />
      )}
      {left > 0 && rest.client !== null && (
        <AdvancePart
          clientId={rest.client}
          currency={line.currency}
          value={rest.advance}
          onChange={(advance) => apply(amounts, { ...rest, advance })}
        />
      )}
      {left < 0 && (
        <Switch
          label={`${formatCharged(-left, line.currency)} are bank fees`}
          description="Books the shortfall as an expense."
          checked={rest.fees}
          onChange={(event) => apply(amounts, { ...rest, fees: event.currentTarget.checked })}
        />
      )}
    </Stack>
  )
}

interface AdvancePartProps extends Pick<AdvanceFieldsProps, 'value' | 'onChange'> {
  clientId: string
  currency: string
}

/** An advance invoice for the amount that becomes the client's credit. */
function AdvancePart({ clientId, currency, ...rest }: AdvancePartProps) {
  const client = trpc.clients.get.useQuery({ id: clientId }).data
  const profile = trpc.letterhead.profile.useQuery().data
  if (client === undefined || profile === undefined) return null
  const { tax } = defaultsFor(client, { profile, currency })
  return <AdvanceFields key={clientId} profile={profile} usual={tax} {...rest} />
}

const leftOf = (line: BankLineDto, amounts: Amounts): number =>
  Object.values(amounts).reduce<number>((left, amount) => left - (amount ?? 0), line.amount)

const matches = ({ number, client_name }: OpenInvoice, search: string): boolean =>
  includesFolded(`${number} ${client_name}`, search)

function chosenClient(chosen: OpenInvoice[], client: string | null) {
  const found = chosen.find(({ client_id }) => client_id === client)
  return found === undefined ? null : { id: found.client_id, name: found.client_name }
}

const confirmationOf = (id: string, { amounts, settled }: Chosen): string => `${amounts[id]} ${settled[id]}`

/** The parts as far as they are known; the server rejects parts that don't add up. */
function partsOf(
  line: BankLineDto,
  invoices: OpenInvoice[],
  { amounts, settled, confirmed }: Chosen & { confirmed: Confirmed },
  rest: Rest,
): BankPart[] {
  const paid = Object.entries(amounts).flatMap(([invoice_id, amount]): BankPart[] => {
    const isForeign = invoices.some(({ id, currency }) => id === invoice_id && currency !== line.currency)
    const settles = isForeign ? (settled[invoice_id] ?? null) : undefined
    if (amount === null || settles === null) return []
    const isConfirmed = confirmed[invoice_id] === confirmationOf(invoice_id, { amounts, settled })
    const confirmation = isForeign && isConfirmed && { confirm_difference: true }
    return [{ kind: 'invoice', invoice_id, amount, settles, ...confirmation }]
  })
  const left = leftOf(line, amounts)
  if (left > 0 && rest.client !== null) {
    const { client: client_id, advance } = rest
    return [...paid, { kind: 'deposit', client_id, amount: left, ...(advance && { advance }) }]
  }
  if (left < 0 && rest.fees) {
    const numbers = invoices.filter(({ id }) => id in amounts).map(({ number }) => number)
    const description = `Bank fees of ${numbers.join(', ')}`.slice(0, 200)
    return [...paid, { kind: 'expense', amount: -left, category: 'other', description, vendor: null }]
  }
  return paid
}
