import { toDecimal } from '#shared/base/amounts/money.ts'
import { sepaText } from './sepa-text.ts'

interface Party {
  name: string
  /** Without spaces. */
  iban: string
  bic: string | null
}

export interface CreditTransfer {
  payee: Party
  /** Cents. */
  amount: number
  /** At most 35 characters; bank statements show it again. */
  endToEndId: string
  purpose: string
}

export interface TransferFile {
  /** At most 35 characters, unique for the payer's bank. */
  id: string
  madeAt: Date
  executeOn: string
  payer: Party
  transfers: readonly CreditTransfer[]
}

const EUR = 'EUR'
const MAX_NAME = 70
const MAX_PURPOSE = 140

type Content = string | readonly Element[]
type Element = readonly [name: string, content: Content]

/** Elements indented by their depth. `sepaText` leaves no characters that XML requires to be escaped. */
const write = (elements: readonly Element[], indent = ''): string =>
  elements
    .map(([name, content]) => {
      const [tag] = name.split(' ')
      return typeof content === 'string'
        ? `${indent}<${name}>${content}</${tag}>\n`
        : `${indent}<${name}>\n${write(content, `${indent}  `)}${indent}</${tag}>\n`
    })
    .join('')

const sumOf = (transfers: readonly CreditTransfer[]): string =>
  toDecimal(
    transfers.reduce((sum, { amount }) => sum + amount, 0),
    EUR,
  )

const accountOf = ({ iban }: Party): Content => [['Id', [['IBAN', iban]]]]

const bankOf = (bic: string): Content => [['FinInstnId', [['BICFI', bic]]]]
/** Within SEPA the IBAN names the bank. */
const UNNAMED_BANK: Content = [['FinInstnId', [['Othr', [['Id', 'NOTPROVIDED']]]]]]

const transferOf = ({ payee, amount, endToEndId, purpose }: CreditTransfer): Element => [
  'CdtTrfTxInf',
  [
    ['PmtId', [['EndToEndId', endToEndId]]],
    ['Amt', [[`InstdAmt Ccy="${EUR}"`, toDecimal(amount, EUR)]]],
    ...(payee.bic === null ? [] : ([['CdtrAgt', bankOf(payee.bic)]] as const)),
    ['Cdtr', [['Nm', sepaText(payee.name, MAX_NAME)]]],
    ['CdtrAcct', accountOf(payee)],
    ['RmtInf', [['Ustrd', sepaText(purpose, MAX_PURPOSE)]]],
  ],
]

/**
 * SEPA credit transfers for the payer's bank: ISO 20022 pain.001.001.09, with elements in the order of the schema.
 * Not batch-booked: statements list each transfer, so that each can be matched.
 */
export function writeTransferFile({ id, madeAt, executeOn, payer, transfers }: TransferFile): string {
  const totals: readonly Element[] = [
    ['NbOfTxs', String(transfers.length)],
    ['CtrlSum', sumOf(transfers)],
  ]
  const name = sepaText(payer.name, MAX_NAME)
  const group: Element = [
    'GrpHdr',
    [
      ['MsgId', id],
      ['CreDtTm', `${madeAt.toISOString().slice(0, 19)}Z`],
      ...totals,
      ['InitgPty', [['Nm', name]]],
    ],
  ]
  const payment: Element = [
    'PmtInf',
    [
      ['PmtInfId', id],
      ['PmtMtd', 'TRF'],
      ['BtchBookg', 'false'],
      ...totals,
      ['PmtTpInf', [['SvcLvl', [['Cd', 'SEPA']]]]],
      ['ReqdExctnDt', [['Dt', executeOn]]],
      ['Dbtr', [['Nm', name]]],
      ['DbtrAcct', accountOf(payer)],
      ['DbtrAgt', payer.bic === null ? UNNAMED_BANK : bankOf(payer.bic)],
      ['ChrgBr', 'SLEV'],
      ...transfers.map(transferOf),
    ],
  ]
  const document: Element = [
    'Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"',
    [['CstmrCdtTrfInitn', [group, payment]]],
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write([document])}`
}
