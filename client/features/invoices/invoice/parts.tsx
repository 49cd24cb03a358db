import { Alert, Button, Radio, Text } from '@mantine/core'
import { useState } from 'react'
import { MoneyField } from '#client/components/money-field.tsx'
import { formatDate, formatInstantDate } from '#client/lib/dates.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { PartsDto } from '#shared/instalments.ts'
import type { InvoiceDocumentDto } from '#shared/invoices.ts'
import { formatCharged, formatMoney } from '#shared/money.ts'
import paymentClasses from '../../payments/payments.module.css'
import { Total } from './invoice-sheet.tsx'
import classes from './invoices.module.css'

type Choice = 'all' | 'instalment' | 'other'

/** How much is paid now: everything, unless the payer chooses a part. */
export function usePart(parts: PartsDto) {
  const [choice, setChoice] = useState<Choice>(parts.instalment === null ? 'all' : 'instalment')
  const [typed, setTyped] = useState<number | null>(null)
  const valid = isOffered(parts, choice) ? choice : 'all'
  const amounts: Record<Choice, number | null> = {
    all: parts.all,
    instalment: parts.instalment?.amount ?? null,
    other: typed,
  }
  const amount = amounts[valid]
  const { other } = parts
  const fits = amount !== null && (valid !== 'other' || isWithin(amount, other))
  return { parts, choice: valid, setChoice, typed, setTyped, amount: fits ? amount : null }
}

const isOffered = (parts: PartsDto, choice: Choice): boolean => choice === 'all' || parts[choice] !== null

const isWithin = (amount: number, other: PartsDto['other']): boolean =>
  other !== null && amount >= other.least && amount <= other.most

interface PartChoiceProps extends ReturnType<typeof usePart> {
  currency: string
}

/** Nothing where everything is paid at once. */
export function PartChoice({ parts, choice, setChoice, typed, setTyped, amount, currency }: PartChoiceProps) {
  const { all, instalment, other } = parts
  if (instalment === null && other === null) return null
  const money = (value: number) => formatCharged(value, currency)
  return (
    <div>
      <Radio.Group label="How much to pay" value={choice} onChange={(value) => setChoice(value as Choice)}>
        {instalment !== null && (
          <div className={paymentClasses.choice}>
            <Radio
              value="instalment"
              label={`Pay next instalment (${instalment.number}), ${money(instalment.amount)}`}
            />
          </div>
        )}
        <div className={paymentClasses.choice}>
          <Radio value="all" label={`Pay all, ${money(all)}`} />
        </div>
        {other !== null && (
          <div className={paymentClasses.choice}>
            <Radio value="other" label="Pay another amount" />
          </div>
        )}
      </Radio.Group>
      {choice === 'other' && other !== null && (
        <MoneyField
          label="Part to pay"
          description={`From ${money(other.least)} to ${money(other.most)}`}
          currency={currency}
          value={typed}
          error={typed !== null && amount === null ? 'Choose a sum within these limits.' : null}
          onChange={setTyped}
        />
      )}
    </div>
  )
}

/** When which part is due, and what is left of it. */
export function Instalments({ invoice }: { invoice: InvoiceDocumentDto }) {
  const { instalments, currency } = invoice
  if (instalments.length === 0) return null
  return (
    <dl className={classes.totals} aria-label="Instalments">
      {instalments.map(({ due_date, amount, open }, index) => (
        <Total key={due_date} label={`${index + 1}. Due ${formatDate(due_date)}`}>
          {formatMoney(amount, currency)}
          {invoice.number !== null && (
            <Text span size="xs" c="dimmed" ml={6}>
              {open === 0 ? 'Paid' : open < amount ? `${formatMoney(open, currency)} open` : 'Open'}
            </Text>
          )}
        </Total>
      ))}
    </dl>
  )
}

interface ProcessingProps {
  invoice: InvoiceDocumentDto
  zone?: string | undefined
  /** Of the pay link that is paid by. */
  token?: string
  /** Asks the provider; the test provider answers at once. */
  confirm: (input: { id: string; test_approved: boolean }) => Promise<unknown>
}

/** Payments on their way. */
export function Processing({ invoice, zone = 'UTC', token, confirm }: ProcessingProps) {
  const provider = trpc.payments.provider.useQuery(token === undefined ? undefined : { token })
  const [asking, setAsking] = useState(false)
  const { processing, currency } = invoice
  if (processing.length === 0) return null
  const own = processing.find((payment) => payment.own)
  const isTest = provider.data?.provider === 'test' && own !== undefined
  return (
    <Alert color="blue" title="Payment processing" p="sm">
      {processing.map(({ payment_id, amount, since }) => (
        <Text key={payment_id} size="sm">
          {formatCharged(amount, currency)} has been on its way since {formatInstantDate(since, zone)}. Debits
          can take up to 14 days.
        </Text>
      ))}
      {isTest && (
        <Button
          size="xs"
          mt="xs"
          variant="default"
          loading={asking}
          onClick={() => {
            setAsking(true)
            void confirm({ id: own.payment_id, test_approved: true }).finally(() => setAsking(false))
          }}
        >
          Test mode: let the bank answer now
        </Button>
      )}
    </Alert>
  )
}
