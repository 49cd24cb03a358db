import { Alert, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'
import { answerBank } from './simulated/answer-bank.ts'

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
