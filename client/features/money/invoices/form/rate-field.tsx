import { TextInput, type TextInputProps } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCurrency } from '#client/lib/session/session.ts'
import { crossRate, type ExchangeRateDto } from '#shared/base/amounts/exchange.ts'

/** The exchange rate of a document in a foreign currency; hidden for the agency's own currency. */
export function RateField({ currency, ...props }: { currency: string } & TextInputProps) {
  const base = useCurrency()
  const foreign = currency !== base
  const { data } = trpc.finance.exchangeRates.useQuery(undefined, { enabled: foreign })
  if (!foreign) return null
  const today = data && rateBetween(data, currency, base)
  return (
    <TextInput
      label="Exchange rate"
      description={`${base} for 1 ${currency}`}
      placeholder={today === undefined ? 'For example 1.0842' : `${today} on the day it is sent`}
      inputMode="decimal"
      {...props}
    />
  )
}

/** From the latest exchange rates; undefined if one is missing. */
function rateBetween(quotes: ExchangeRateDto[], from: string, to: string): string | undefined {
  const perEuro = (currency: string) =>
    currency === 'EUR' ? '1' : quotes.find((quote) => quote.currency === currency)?.per_euro
  const [perEuroFrom, perEuroTo] = [perEuro(from), perEuro(to)]
  return perEuroFrom && perEuroTo ? crossRate(perEuroFrom, perEuroTo) : undefined
}
