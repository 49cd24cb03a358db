import {
  type BankFileLine,
  type BankFileStatement,
  bankLine,
  bankStatement,
  provenLines,
  readStatements,
  unreadable,
} from './lines.ts'
import { currencyOf, isoDay, minorUnits, shown } from './values.ts'
import { nodeAt, nodesAt, readXml, textAt, textOf, type XmlNode } from './xml.ts'

const LISTS = new Set(['Stmt', 'Rpt', 'Ntry', 'NtryDtls', 'TxDtls', 'Bal', 'Ustrd', 'Strd', 'Rcrd', 'Chrgs'])

export const isCamt = (text: string): boolean => /<(\w+:)?BkToCstmr(Stmt|AcctRpt)\b/.test(text)

/** Reads CAMT.053 of any version from 2 to 10, which differ in few places, and CAMT.052. */
export function readCamt(text: string): BankFileStatement[] {
  const document = nodeAt(
    readXml(text, (name) => LISTS.has(name)),
    'Document',
  )
  const statements = [
    ...nodesAt(document, 'BkToCstmrStmt/Stmt'),
    ...nodesAt(document, 'BkToCstmrAcctRpt/Rpt'),
  ]
  if (statements.length === 0) throw unreadable('This file contains no statement.')
  return readStatements(statements, toStatement)
}

function toStatement(statement: XmlNode): BankFileStatement {
  const entries = nodesAt(statement, 'Ntry')
  const stated = nodesAt(statement, 'Bal')
  const currency = currencyOf(
    textAt(statement, 'Acct/Ccy') || textAt(stated[0], 'Amt/@Ccy') || textAt(entries[0], 'Amt/@Ccy'),
  )
  const [opening, closing] = [
    balanceOf(stated, ['OPBD', 'PRCD'], currency),
    balanceOf(stated, ['CLBD'], currency),
  ]
  const balances = { opening: opening?.amount ?? null, closing: closing?.amount ?? null }
  const period = (name: string) => textAt(statement, `FrToDt/${name}Tm`, `FrToDt/${name}`)
  return bankStatement({
    account: textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id'),
    currency,
    reference: textAt(statement, 'Id'),
    from_on: dayOrNull(period('FrDt')) ?? opening?.day ?? null,
    to_on: dayOrNull(period('ToDt')) ?? closing?.day ?? null,
    ...balances,
    // Most banks give a reversal the direction of its money, some that of the original transaction.
    lines: provenLines(balances, (turned) =>
      entries.flatMap((entry) => linesOf(entry, currency, turned && isReversal(entry) ? -1 : 1)),
    ),
  })
}

/** Booleans of XML are words or digits. */
const isTrue = (text: string): boolean => text === 'true' || text === '1'
const isFalse = (text: string): boolean => text === 'false' || text === '0'

const isReversal = (entry: XmlNode): boolean => isTrue(textAt(entry, 'RvslInd'))

const dayOrNull = (text: string): string | null => (text === '' ? null : isoDay(text))

function balanceOf(balances: XmlNode[], codes: string[], currency: string) {
  for (const code of codes) {
    const found = balances.filter((balance) => textAt(balance, 'Tp/CdOrPrtry/Cd') === code)
    const balance = code === 'CLBD' ? found.at(-1) : found[0]
    if (balance !== undefined) {
      return { amount: signed(balance, currency), day: dayOrNull(textAt(balance, 'Dt/DtTm', 'Dt/Dt')) }
    }
  }
  return null
}

/** The amount with its direction. */
function signed(node: XmlNode, currency: string): number {
  const stated = textAt(node, 'Amt/@Ccy')
  if (stated !== '' && currencyOf(stated) !== currency) {
    throw unreadable(
      `An amount is in ${shown(stated)}, but the account is in ${currency}. Use another format.`,
    )
  }
  const [text, direction] = [textAt(node, 'Amt'), textAt(node, 'CdtDbtInd')]
  const amount = minorUnits(text, currency)
  if (amount < 0 || (direction !== 'CRDT' && direction !== 'DBIT')) {
    throw unreadable(`The amount ${shown(text)} doesn’t say whether money came in or went out.`)
  }
  return direction === 'DBIT' && amount !== 0 ? -amount : amount
}

/** One line, or one for each transaction of a batch whose parts add up. Pending entries aren't booked yet. */
function linesOf(entry: XmlNode, currency: string, sign: 1 | -1): BankFileLine[] {
  const state = textAt(entry, 'Sts/Cd', 'Sts/Prtry', 'Sts')
  if (state !== '' && state !== 'BOOK') return []
  const total = sign * signed(entry, currency)
  const details = nodesAt(entry, 'NtryDtls').flatMap((part) => nodesAt(part, 'TxDtls'))
  const parts = details.map((part) => partOf(part, entry, { currency, sign }))
  const amounts = parts.map((part) => part.amount)
  const isComplete =
    parts.length > 1 &&
    amounts.every((amount) => amount !== null) &&
    amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0) === total
  if (isComplete) return parts.map(({ details: part, amount }) => lineOf(entry, part, amount ?? 0, currency))
  const line = lineOf(entry, details.length === 1 ? details[0] : undefined, total, currency)
  // A batch's charges aren't those of each of its transactions.
  return [{ ...line, charges: line.charges || chargesOf(entry, currency) }]
}

function partOf(details: XmlNode, entry: XmlNode, { currency, sign }: { currency: string; sign: 1 | -1 }) {
  const own = nodeAt(details, 'Amt') === undefined ? nodeAt(details, 'AmtDtls/TxAmt') : details
  if (own === undefined || textAt(own, 'Amt/@Ccy') !== currency) return { details, amount: null }
  const amount = minorUnits(textAt(own, 'Amt'), currency)
  const direction = textAt(details, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd')
  return { details, amount: direction === 'DBIT' ? -sign * amount : sign * amount }
}

function lineOf(
  entry: XmlNode,
  details: XmlNode | undefined,
  amount: number,
  currency: string,
): BankFileLine {
  const booked = textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm') || textAt(entry, 'ValDt/Dt', 'ValDt/DtTm')
  const valued = textAt(entry, 'ValDt/Dt', 'ValDt/DtTm')
  const reverses = isReversal(entry)
  // On a reversal, creditor and debtor stay those of the original transaction.
  const otherSide = amount >= 0 !== reverses ? 'Dbtr' : 'Cdtr'
  const remittance = [
    ...nodesAt(details, 'RmtInf/Ustrd').map(textOf),
    ...nodesAt(details, 'RmtInf/Strd').map((part) => textAt(part, 'AddtlRmtInf')),
  ].filter((part) => part !== '')
  const text = remittance.join(' ') || textAt(details, 'AddtlTxInf') || textAt(entry, 'AddtlNtryInf')
  return bankLine({
    booked_on: isoDay(booked),
    valued_on: dayOrNull(valued),
    amount,
    currency,
    charges: chargesOf(details, currency),
    party_name: textAt(
      details,
      `RltdPties/Ultmt${otherSide}/Pty/Nm`,
      `RltdPties/Ultmt${otherSide}/Nm`,
      `RltdPties/${otherSide}/Pty/Nm`,
      `RltdPties/${otherSide}/Nm`,
    ),
    party_iban: textAt(
      details,
      `RltdPties/${otherSide}Acct/Id/IBAN`,
      `RltdPties/${otherSide}Acct/Id/Othr/Id`,
    ),
    reference: nodesAt(details, 'RmtInf/Strd')
      .map((part) => textAt(part, 'CdtrRefInf/Ref'))
      .filter((part) => part !== '')
      .join(' '),
    end_to_end_id: textAt(details, 'Refs/EndToEndId'),
    bank_ref: textAt(details, 'Refs/AcctSvcrRef') || textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef'),
    text: reverses ? `Reversal ${text}` : text,
  })
}

/** Charges that the bank deducted from money received, in the account's currency. */
function chargesOf(node: XmlNode | undefined, currency: string): number {
  const records = nodesAt(node, 'Chrgs').flatMap((charges) => {
    const parts = nodesAt(charges, 'Rcrd')
    return parts.length > 0 ? parts : [nodeAt(charges, 'Amt') === undefined ? totalOf(charges) : charges]
  })
  return records
    .filter((record) => textAt(record, 'Amt/@Ccy') === currency && textAt(record, 'CdtDbtInd') !== 'CRDT')
    .filter((record) => !isFalse(textAt(record, 'ChrgInclInd')))
    .reduce((sum, record) => sum + minorUnits(textAt(record, 'Amt'), currency), 0)
}

/** Later versions may contain only the total. */
const totalOf = (charges: XmlNode): XmlNode => ({ Amt: nodeAt(charges, 'TtlChrgsAndTaxAmt') })
