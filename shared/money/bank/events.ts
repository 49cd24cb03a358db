import { formatCharged } from '../../base/amounts/money.ts'
import { type EventKind, event } from '../../base/events/kind.ts'
import { formatCount } from '../../base/format.ts'

const BANK = ['bank']

interface LineAmount {
  amount: number
  currency: string
  /** The payer or payee. */
  party: string
}

const line = ({ amount, currency, party }: LineAmount) =>
  `${formatCharged(Math.abs(amount), currency)} ${amount < 0 ? 'to' : 'from'} ${party || 'an unknown party'}`

export const BANK_EVENTS = {
  'bank-account.saved': event<{ name: string }>({
    subject: 'bank_account',
    touches: BANK,
    audit: ({ name }) => name,
  }),
  'bank-statement.imported': event<{ account: string; lines: number }>({
    effect: 'adds',
    subject: 'bank_statement',
    touches: BANK,
    activity: ({ account, lines }) =>
      `Bank statement of ${account} imported: ${formatCount(lines, 'new line')}`,
  }),
  'bank-statement.deleted': event<{ account: string; file: string }>({
    effect: 'removes',
    subject: 'bank_statement',
    touches: BANK,
    activity: ({ account }) => `Bank statement of ${account} deleted`,
    audit: ({ file }) => file,
  }),
  'bank-line.accepted': event<LineAmount>({
    effect: 'sets',
    subject: 'bank_line',
    touches: BANK,
    audit: line,
  }),
  'bank-line.undone': event<LineAmount>({
    effect: 'sets',
    subject: 'bank_line',
    touches: BANK,
    activity: (payload) => `Match of ${line(payload)} undone`,
    audit: line,
  }),
  'bank-line.ignored': event({ effect: 'sets', subject: 'bank_line', touches: BANK }),
  'bank-rule.saved': event<{ contains: string }>({
    subject: 'bank_rule',
    touches: BANK,
    audit: ({ contains }) => contains,
  }),
  'bank-rule.deleted': event<{ contains: string }>({
    effect: 'removes',
    subject: 'bank_rule',
    touches: BANK,
    audit: ({ contains }) => contains,
  }),
} satisfies Record<string, EventKind<never>>
