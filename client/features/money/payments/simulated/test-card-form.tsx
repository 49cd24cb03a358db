import { Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { CARD_MISSING, type ChargeDto, testCardToken } from '#shared/money/payments/payments.ts'
import type { CardFieldsProps } from '../charge/card-fields.ts'
import { PayForm } from '../charge/pay-form.tsx'
import { CardProblem, useCharge } from '../charge/use-charge.ts'
import { useSaving } from '../charge/use-saving.ts'
import { answerBank } from './answer-bank.ts'
import {
  debitToken,
  TestDebitFields,
  TestRedirectNote,
  TestVoucherNote,
  type TestWay,
  TestWayChoice,
  testWays,
} from './test-methods.tsx'

const NOT_A_TEST_CARD = 'This isn’t a test card number. Real cards aren’t accepted in test mode.'

/** The test provider's form. The number becomes a test token here and is never sent. */
export function TestCardForm(form: CardFieldsProps & { bank: string | null }) {
  const { submitLabel, disabled, onCancel, savedCard = null, price, bank, ...calls } = form
  const ways = testWays(price)
  const [chosen, setWay] = useState<TestWay>('card')
  const way = ways.some(({ value }) => value === chosen) ? chosen : 'card'
  const [account, setAccount] = useState('')
  const saving = useSaving(form, way === 'card')
  const [number, setNumber] = useState('')
  const [expiry, setExpiry] = useState('')
  const [code, setCode] = useState('')
  const challenge = useChallenge(bank)
  const { submit, ...state } = useCharge(
    {
      ...calls,
      onPaid: (charge) => {
        setNumber('')
        setExpiry('')
        setCode('')
        saving.setKeep(false)
        setAccount('')
        calls.onPaid(charge)
      },
    },
    challenge.ask,
  )
  const methodOf = async () => {
    if (savedCard !== null) return savedCard.id
    if (way === 'redirect') return 'mock_redirect'
    if (way === 'voucher') return 'mock_voucher'
    if (way === 'debit') return debitToken(account)
    if (number.trim() === '' || expiry.trim() === '' || code.trim() === '') {
      throw new CardProblem(CARD_MISSING)
    }
    const token = testCardToken(number)
    if (token === null) throw new CardProblem(NOT_A_TEST_CARD)
    return token
  }
  return (
    <>
      <PayForm
        {...state}
        submitLabel={submitLabel}
        disabled={disabled}
        onCancel={onCancel}
        {...saving.fields}
        onSubmit={() => void submit(methodOf, saving.saves)}
      >
        {savedCard === null && <TestWayChoice ways={ways} value={way} onChange={setWay} />}
        {savedCard === null && way === 'debit' && (
          <TestDebitFields currency={price?.currency ?? ''} account={account} onChange={setAccount} />
        )}
        {savedCard === null && way === 'redirect' && <TestRedirectNote />}
        {savedCard === null && way === 'voucher' && <TestVoucherNote />}
        {savedCard === null && way === 'card' && (
          <>
            <TextInput
              label="Card number"
              placeholder="4242 4242 4242 4242"
              inputMode="numeric"
              autoComplete="off"
              value={number}
              onChange={(event) => setNumber(grouped(event.currentTarget.value))}
            />
            <SimpleGrid cols={2} spacing="sm">
              <TextInput
                label="Expiry"
                placeholder="MM / YY"
                inputMode="numeric"
                autoComplete="off"
                value={expiry}
                onChange={(event) => setExpiry(event.currentTarget.value)}
              />
              <TextInput
                label="CVC"
                placeholder="123"
                inputMode="numeric"
                autoComplete="off"
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
            </SimpleGrid>
            <TestCards />
          </>
        )}
      </PayForm>
      {challenge.dialog}
    </>
  )
}

const TestCards = () => (
  <Text size="xs" c="dimmed">
    4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has insufficient funds,
    4000 0025 0000 3155 requires 3-D Secure once, 4000 0027 6000 3184 requires it every time. Use any future
    expiry date and any security code.
  </Text>
)

/** Digits in groups of four. */
const grouped = (text: string): string =>
  text
    .replaceAll(/\D/g, '')
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')

/** Simulates the bank's authentication step. */
function useChallenge(bank: string | null) {
  const [charge, setCharge] = useState<ChargeDto | null>(null)
  const answer = useRef<(approved: boolean) => void>(() => {})
  const ask = async (asked: ChargeDto) => {
    if (asked.waiting != null) return
    const approved = await new Promise<boolean>((resolve) => {
      answer.current = (approved) => {
        setCharge(null)
        resolve(approved)
      }
      setCharge(asked)
    })
    await answerBank(bank, asked.client_secret, approved)
  }
  const dialog = (
    <Dialog
      title="3-D Secure"
      size="sm"
      opened={charge !== null}
      onClose={() => answer.current(false)}
      closeOnClickOutside={false}
    >
      <Text>
        Test mode: your bank asks you to authenticate
        {charge !== null && ` ${purposeOf(charge)}`}.
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => answer.current(false)}>
          Fail authentication
        </Button>
        <Button onClick={() => answer.current(true)}>Complete authentication</Button>
      </Group>
    </Dialog>
  )
  return { ask, dialog }
}

const purposeOf = ({ amount, currency }: ChargeDto): string =>
  amount === 0 ? 'to save this card' : `to pay ${formatCharged(amount, currency)}`
