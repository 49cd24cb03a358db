import { currencyDigits, formatMoney } from '#shared/base/amounts/money.ts'
import type { MailFacts, MailOccasion } from '#shared/identity/letterhead/mail-texts.ts'
import { documentNumber, FIRST_NUMBER, STANDARD_FORMATS } from '#shared/identity/letterhead/numbering.ts'

const STANDING: Record<MailOccasion, string> = {
  invoice: 'is due in 14 days',
  credit_note: 'is a credit note',
  receipt: 'is paid in full',
  part_payment: 'is due in 14 days',
  before: 'is due soon',
  due: 'is due today',
  week: 'is a week overdue',
  fortnight: 'is two weeks overdue',
  month: 'is a month overdue',
  by_hand: 'is 3 days overdue',
}

/** Example values for the placeholders in a preview: the agency's own name and currency. */
export function sampleFacts(
  occasion: MailOccasion,
  { agency, client, currency }: { agency: string; client: string; currency: string },
): MailFacts {
  const amount = (major: number) => formatMoney(major * 10 ** currencyDigits(currency), currency)
  return {
    client,
    agency,
    number: documentNumber(
      STANDARD_FORMATS[occasion === 'credit_note' ? 'credit_note' : 'invoice'],
      FIRST_NUMBER,
      '2026-12-06',
    ),
    title: 'Website relaunch',
    amount: amount(4800),
    remaining: amount(occasion === 'receipt' ? 0 : 1200),
    'due date': '2026-12-06',
    standing: STANDING[occasion],
    link: `${location.origin}/pay?token=…`,
  }
}
