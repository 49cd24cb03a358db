import { currencyDigits } from '#shared/base/amounts/money.ts'
import {
  type BankFileLine,
  type BankFileStatement,
  bankLine,
  bankStatement,
  requireFewLines,
  statedAccount,
  unreadable,
} from './lines.ts'
import { currencyOf, dayOf, minorUnits, shown } from './values.ts'
import { nodeAt, nodesAt, readXml, textAt, type XmlNode } from './xml.ts'

export const isOfx = (text: string): boolean => /<OFX\s*>/i.test(text) || /^\s*OFXHEADER:/i.test(text)

const LISTS = new Set(['STMTTRNRS', 'CCSTMTTRNRS', 'STMTTRN'])

/** Reads OFX 1.x, which omits end tags of values, and 2.x, which is XML. */
export function readOfx(text: string): BankFileStatement[] {
  const start = text.search(/<OFX\s*>/i)
  if (start < 0 || !/<\/OFX\s*>\s*$/i.test(text)) {
    throw unreadable('This file is damaged or incomplete. Please download it again from your bank.')
  }
  const root = nodeAt(
    readXml(closedTags(text.slice(start)), (name) => LISTS.has(name)),
    'OFX',
  )
  const statements = [
    ...nodesAt(root, 'BANKMSGSRSV1/STMTTRNRS').map((node) => nodeAt(node, 'STMTRS')),
    ...nodesAt(root, 'CREDITCARDMSGSRSV1/CCSTMTTRNRS').map((node) => nodeAt(node, 'CCSTMTRS')),
  ].filter((node) => node !== undefined)
  if (statements.length === 0) throw unreadable('This file contains no statement.')
  const amounts = statements.flatMap(transactionsOf).map((transaction) => textAt(transaction, 'TRNAMT'))
  const notation: Notation = {
    isUnsigned: amounts.every((amount) => !amount.startsWith('-')),
    hasCommas: amounts.some((amount) => amount.includes(',')),
  }
  return statements.map((statement) => toStatement(statement, notation))
}

/** How the file's bank writes amounts. */
interface Notation {
  /** No amount is below zero: some banks state the direction only in the type. */
  isUnsigned: boolean
  hasCommas: boolean
}

/** Types of money that left the account. */
const OUT = /^(DEBIT|CHECK|ATM|POS|PAYMENT|FEE|SRVCHG|CASH|DIRECTDEBIT|REPEATPMT)$/i
/** A payment reduces what a credit card owes. */
const OUT_OF_CARD = /^(DEBIT|CHECK|ATM|POS|FEE|SRVCHG|CASH|DIRECTDEBIT)$/i

const transactionsOf = (statement: XmlNode): XmlNode[] => nodesAt(statement, 'BANKTRANLIST/STMTTRN')

/** Adds the missing end tags of values, escapes bare ampersands, and writes names in upper case. */
function closedTags(text: string): string {
  return text
    .replace(/&(?!(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);)/gi, '&amp;')
    .replace(/<(\/?)([\w.]+)\s*>([^<\r\n]*)(<\/\2\s*>)?/gi, (_, slash, name, value, end) => {
      const tag = name.toUpperCase().replaceAll('.', '_')
      if (slash === '/') return `</${tag}>`
      const isOpen = value.trim() === '' && end === undefined
      return isOpen ? `<${tag}>` : `<${tag}>${value.trim()}</${tag}>`
    })
    .replace(
      /<(MEMO|NAME|CHECKNUM|REFNUM|FITID|BRANCHID|ACCTKEY|LANGUAGE|MESSAGE)>(?=\s*<)(?!\s*<\/\1>)/g,
      '<$1></$1>',
    )
}

function toStatement(statement: XmlNode, notation: Notation): BankFileStatement {
  const currency = currencyOf(textAt(statement, 'CURDEF'))
  const transactions = transactionsOf(statement)
  requireFewLines(transactions.length)
  const out = nodeAt(statement, 'CCACCTFROM') === undefined ? OUT : OUT_OF_CARD
  const corrected = new Set(transactions.flatMap((transaction) => correctedBy(transaction) ?? []))
  const valid = transactions.filter(
    (transaction) => !corrected.has(textAt(transaction, 'FITID')) && !isDeletion(transaction),
  )
  const lines = valid.map((transaction) => {
    const isOut = notation.isUnsigned && out.test(textAt(transaction, 'TRNTYPE'))
    return toLine(transaction, { currency, isOut, notation })
  })
  const own = textAt(statement, 'BANKACCTFROM/ACCTID', 'CCACCTFROM/ACCTID')
  const number = [textAt(statement, 'BANKACCTFROM/BANKID'), own]
  const day = (name: string) => dayOrNull(textAt(statement, `BANKTRANLIST/${name}`))
  const to_on = day('DTEND')
  const end = to_on ?? lines.reduce((last, line) => (line.booked_on > last ? line.booked_on : last), '')
  const closing = textAt(statement, 'LEDGERBAL/BALAMT')
  // Many banks state the balance of the day of the download, which later transactions may have changed.
  const isLater = end !== '' && textAt(statement, 'LEDGERBAL/DTASOF').slice(0, 8) > end.replaceAll('-', '')
  const closed = closing === '' || isLater ? null : decimalOf(closing, currency, notation)
  return bankStatement({
    account: statedAccount(number.filter((part) => part !== '').join('/'), currency),
    currency,
    reference: '',
    from_on: day('DTSTART'),
    to_on,
    // OFX only contains the closing balance.
    opening: closed === null ? null : lines.reduce((rest, line) => rest - line.amount, closed),
    closing: closed,
    lines,
    ...(corrected.size > 0 && { corrected: [...corrected] }),
  })
}

/** The id of an earlier transaction that this one replaces or deletes. */
function correctedBy(transaction: XmlNode): string | null {
  const id = textAt(transaction, 'CORRECTFITID')
  return id === '' || id === textAt(transaction, 'FITID') ? null : id
}

const isDeletion = (transaction: XmlNode): boolean =>
  correctedBy(transaction) !== null && /^DELETE$/i.test(textAt(transaction, 'CORRECTACTION'))

function toLine(
  transaction: XmlNode,
  { currency, isOut, notation }: { currency: string; isOut: boolean; notation: Notation },
): BankFileLine {
  const original = textAt(transaction, 'CURRENCY/CURSYM')
  if (original !== '' && currencyOf(original) !== currency) {
    throw unreadable(
      `A transaction is in ${original}, but the account is in ${currency}. Use another format.`,
    )
  }
  const amount = decimalOf(textAt(transaction, 'TRNAMT'), currency, notation)
  return bankLine({
    booked_on: dateOf(textAt(transaction, 'DTPOSTED')),
    valued_on: dayOrNull(textAt(transaction, 'DTAVAIL')),
    amount: isOut && amount !== 0 ? -amount : amount,
    currency,
    party_name: textAt(transaction, 'NAME', 'PAYEE/NAME'),
    party_iban: textAt(transaction, 'BANKACCTTO/ACCTID'),
    end_to_end_id: textAt(transaction, 'REFNUM', 'CHECKNUM'),
    bank_ref: textAt(transaction, 'FITID'),
    text: textAt(transaction, 'MEMO'),
  })
}

/** Both decimal separators are allowed, without thousands separators, which some banks write anyway. */
function decimalOf(text: string, currency: string, { hasCommas }: Notation): number {
  const isDoubtful = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/.test(text) && currencyDigits(currency) !== 3
  if (isDoubtful && (hasCommas || text.includes(','))) {
    throw unreadable(
      `“${shown(text)}” can be read in two ways, with or without decimals. Use another format.`,
    )
  }
  return minorUnits(text, currency, text.includes(',') ? ',' : '.')
}

const dayOrNull = (text: string): string | null => (text === '' ? null : dateOf(text))

/** The date in the bank's own time zone, from YYYYMMDDHHMMSS[offset]. */
function dateOf(text: string): string {
  const match = /^(\d{4})(\d{2})(\d{2})/.exec(text.trim())
  if (match === null) throw unreadable(`“${shown(text)}” is not a date.`)
  return dayOf(Number(match[1]), Number(match[2]), Number(match[3]), text)
}
