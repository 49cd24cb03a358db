import { Radio, Text, TextInput } from '@mantine/core'
import type { Money } from '#shared/base/amounts/money.ts'
import {
  CARD_MISSING,
  methodName,
  TEST_DEBITS,
  TEST_REDIRECTS,
  TEST_VOUCHERS,
  testDebitToken,
} from '#shared/money/payments/payments.ts'
import { CardProblem } from '../charge/use-charge.ts'
import classes from '../payments.module.css'

export type TestWay = 'card' | 'debit' | 'redirect' | 'voucher'

/** The methods the test provider offers for a currency, the same as Stripe. */
export function testWays(price: Money | undefined): { value: TestWay; label: string }[] {
  const { currency = '' } = price ?? {}
  const ways: { value: TestWay; label: string }[] = [{ value: 'card', label: 'Card' }]
  if (currency in TEST_DEBITS) ways.push({ value: 'debit', label: DEBITS[currency]?.label ?? 'Bank debit' })
  if (currency in TEST_REDIRECTS) ways.push({ value: 'redirect', label: 'iDEAL' })
  const voucher = TEST_VOUCHERS[currency]
  if (voucher) ways.push({ value: 'voucher', label: methodName({ brand: voucher, last4: '' }) })
  return ways
}

const DEBITS: Readonly<Record<string, { label: string; account: string; hint: string }>> = {
  EUR: {
    label: 'SEPA Direct Debit',
    account: 'IBAN',
    hint: 'DE89 3704 0044 0532 0130 00 succeeds after three days, DE62 3704 0044 0532 0130 01 is returned.',
  },
  USD: {
    label: 'US bank account',
    account: 'Account number',
    hint: '000123456789 succeeds after three days, 000111111113 is returned.',
  },
}

interface TestWayChoiceProps {
  ways: ReturnType<typeof testWays>
  value: TestWay
  onChange: (way: TestWay) => void
}

export const TestWayChoice = ({ ways, value, onChange }: TestWayChoiceProps) =>
  ways.length > 1 && (
    <Radio.Group label="Payment method" value={value} onChange={(way) => onChange(way as TestWay)}>
      {ways.map((way) => (
        <div key={way.value} className={classes.choice}>
          <Radio value={way.value} label={way.label} />
        </div>
      ))}
    </Radio.Group>
  )

interface TestDebitFieldsProps {
  currency: string
  account: string
  onChange: (account: string) => void
}

export function TestDebitFields({ currency, account, onChange }: TestDebitFieldsProps) {
  const debit = DEBITS[currency]
  if (debit === undefined) return null
  return (
    <>
      <TextInput
        label={debit.account}
        autoComplete="off"
        value={account}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        {debit.hint} By paying, you authorize this debit.
      </Text>
    </>
  )
}

export const TestRedirectNote = () => (
  <Text size="sm" c="dimmed">
    Your bank’s page opens next. In test mode, you choose the bank’s answer there.
  </Text>
)

export const TestVoucherNote = () => (
  <Text size="sm" c="dimmed">
    You get a voucher and days to pay it. In test mode, you pay it on its page.
  </Text>
)

export function debitToken(account: string): string {
  if (account.trim() === '') throw new CardProblem(CARD_MISSING)
  const token = testDebitToken(account)
  if (token === null) throw new CardProblem(NOT_A_TEST_ACCOUNT)
  return token
}

const NOT_A_TEST_ACCOUNT = 'This isn’t a test account. Real accounts aren’t accepted in test mode.'
