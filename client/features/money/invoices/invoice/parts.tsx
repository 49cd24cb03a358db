import { Alert, Button, Radio, Text } from '@mantine/core'
import { useState } from 'react'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate, formatInstantDate } from '#client/lib/time/dates.ts'
import { formatCharged, formatMoney } from '#shared/base/amounts/money.ts'
import type { PartsDto } from '#shared/money/invoices/installments.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'
import paymentClasses from '../../payments/payments.module.css'
import { answerBank } from '../../payments/simulated/answer-bank.ts'
import { Total } from './invoice-sheet.tsx'
import classes from './invoices.module.css'

type Choice = 'all' | 'instalment' | 'other'

/** The amount to pay now: everything, unless the payer chooses a part. */
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

/** The card form for a part: it can't be submitted, but keeps a typed card, until an amount is entered. */
export function cardFormOf({ parts, amount }: ReturnType<typeof usePart>, currency: string) {
  const price = { amount: amount ?? parts.all, currency }
  if (amount === null) return { price, shown: 'Enter an amount', submitLabel: 'Pay', disabled: true }
  const shown = formatCharged(amount, currency)
  return { price, shown, submitLabel: `Pay ${shown}`, disabled: false }
}

const isOffered = (parts: PartsDto, choice: Choice): boolean => choice === 'all' || parts[choice] !== null

const isWithin = (amount: number, other: PartsDto['other']): boolean =>
  other !== null && amount >= other.least && amount <= other.most

interface PartChoiceProps extends ReturnType<typeof usePart> {
  currency: string
}

/** Hidden if only the full amount can be paid. */
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
              label={`Pay next installment (${instalment.number}), ${money(instalment.amount)}`}
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
          error={typed !== null && amount === null ? 'Enter an amount within these limits.' : null}
          onChange={setTyped}
        />
      )}
    </div>
  )
}

/** The due dates of the installments, and what is left of each. */
export function Installments({ invoice }: { invoice: InvoiceDocumentDto }) {
  const { instalments, currency } = invoice
  if (instalments.length === 0) return null
  return (
    <dl className={classes.totals} aria-label="Installments">
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
  /** The token of the pay link, if paying through one. */
  token?: string
  /** Queries the provider for the payment's status. */
  confirm: (input: { id: string }) => Promise<ChargeDto>
}

/** Pending payments. */
export function Processing({ invoice, zone = 'UTC', token, confirm }: ProcessingProps) {
  const provider = trpc.payments.provider.useQuery(token === undefined ? undefined : { token })
  const [completing, setCompleting] = useState(false)
  const { processing, currency } = invoice
  if (processing.length === 0) return null
  const own = processing.find((payment) => payment.own)
  const bank = provider.data?.bank ?? null
  const complete = async (address: string, id: string) => {
    const { client_secret } = await confirm({ id })
    if (client_secret !== null) await answerBank(address, client_secret, true)
    await confirm({ id })
  }
  return (
    <Alert color="blue" title="Payment processing" p="sm">
      {processing.map(({ payment_id, amount, since }) => (
        <Text key={payment_id} size="sm">
          {formatCharged(amount, currency)} has been processing since {formatInstantDate(since, zone)}. Debits
          can take up to 14 days.
        </Text>
      ))}
      {bank !== null && own !== undefined && (
        <Button
          size="xs"
          mt="xs"
          variant="default"
          loading={completing}
          onClick={() => {
            setCompleting(true)
            void complete(bank, own.payment_id).finally(() => setCompleting(false))
          }}
        >
          Test mode: complete the debit now
        </Button>
      )}
    </Alert>
  )
}
