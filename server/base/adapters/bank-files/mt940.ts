import { isValidIBAN } from 'ibantools'
import {
  type BankFileLine,
  type BankFileStatement,
  bankLine,
  bankStatement,
  provenLines,
  readStatements,
  statedAccount,
  unreadable,
} from './lines.ts'
import { currencyOf, dayOf, minorUnits, shortDay, shown } from './values.ts'

export const isMt940 = (text: string): boolean => /^:(20|62[FM]):/m.test(text) && /^:60[FM]:/m.test(text)

interface Field {
  tag: string
  value: string
}

const ACCOUNT_TAGS = ['25', '25P']
const isAccount = ({ tag }: Field): boolean => ACCOUNT_TAGS.includes(tag)

/** Reads MT940 with any number of statements. The parties and references are in :86:. */
export function readMt940(text: string): BankFileStatement[] {
  const statements: Field[][] = []
  for (const field of fieldsOf(text)) {
    const open = statements.at(-1)
    // Some banks omit the reference, so that a statement begins with its account.
    const isNext = isAccount(field) && (open === undefined || open.some(isAccount))
    if (field.tag === '20' || isNext) statements.push([])
    statements.at(-1)?.push(field)
  }
  return readStatements(statements, toStatement)
}

/** A field begins on a new line; its continuation lines have no tag, or some banks repeat that of texts. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const match = /^:(\d{2}[A-Z]?):(.*)$/.exec(line)
    const last = fields.at(-1)
    const [, tag = '', value = ''] = match ?? []
    if (tag === '86' && last?.tag === '86') last.value += `\n${value}`
    else if (match !== null) fields.push({ tag, value })
    else if (last !== undefined && !/^(-|-\}|\{\d:.*)?$/.test(line)) last.value += `\n${line}`
  }
  return fields
}

function toStatement(fields: Field[]): BankFileStatement {
  const fieldOf = (...tags: string[]) => fields.find((field) => tags.includes(field.tag))?.value.trim() ?? ''
  const [opening, closing] = [balanceOf(fieldOf('60F', '60M')), balanceOf(fieldOf('62F', '62M'))]
  if (opening === null || closing === null) {
    throw unreadable('This file is damaged or incomplete: a statement has no opening or closing balance.')
  }
  const { currency } = opening
  const balances = { opening: opening.amount, closing: closing.amount }
  // A sign may only repeat that money left, or turn the direction.
  const lines = provenLines(balances, (turned) =>
    fields.flatMap((field, index) => {
      if (field.tag !== '61') return []
      const next = fields[index + 1]
      return [toLine(field.value, next?.tag === '86' ? next.value : '', { currency, turned })]
    }),
  )
  return bankStatement({
    account: statedAccount(fieldOf(...ACCOUNT_TAGS).split('\n')[0] ?? '', currency),
    currency,
    reference: fieldOf('28C', '28'),
    from_on: lines.length === 0 ? opening.day : null,
    to_on: closing.day,
    ...balances,
    lines,
  })
}

function balanceOf(value: string) {
  const match = /^([CD])(\d{6})([A-Z]{3})([\d,]+)/.exec(value)
  if (match === null) return null
  const [, side, day = '', code = '', digits = ''] = match
  const currency = currencyOf(code)
  const amount = minorUnits(digits, currency, ',')
  return { currency, day: shortDay(day), amount: side === 'D' && amount !== 0 ? -amount : amount }
}

/**
 * Value date, booking date, side, third letter of the currency, sign, amount, type, references, supplementary details.
 * Some banks fill up with blanks, or break the line before the amount.
 */
const MOVEMENT =
  /^(\d{6})(\d{4}|\s{4})?(R?[CD])([A-Z])?\s?(-?)([\d,]+)([A-Z][A-Z0-9 ]{3})([^\n]*)(?:\n([\s\S]*))?$/

function toLine(
  movement: string,
  information: string,
  { currency, turned }: { currency: string; turned: boolean },
): BankFileLine {
  const match = MOVEMENT.exec(movement.trim())
  if (match === null) throw unreadable(`“${shown(movement)}” is not a transaction of an MT940 file.`)
  const [, value = '', entry = '', side = '', , sign = '', digits = '', , references = '', details = ''] =
    match
  const valued_on = shortDay(value)
  const amount = minorUnits(digits, currency, ',')
  // The reversal of a credit takes money, the reversal of a debit returns it.
  const isOut = (side === 'D' || side === 'RC') !== (turned && sign === '-')
  const separator = references.indexOf('//')
  const [own, bank_ref] =
    separator < 0 ? [references, ''] : [references.slice(0, separator), references.slice(separator + 2)]
  const stated = informationOf(information)
  return bankLine({
    ...stated,
    party_iban: stated.party_iban || (isValidIBAN(details.trim()) ? details.trim() : ''),
    booked_on: entry.trim() === '' ? valued_on : bookedOn(valued_on, entry),
    valued_on,
    amount: isOut && amount !== 0 ? -amount : amount,
    currency,
    end_to_end_id: stated.end_to_end_id || own,
    bank_ref,
    text: side.startsWith('R') ? `Reversal ${stated.text ?? ''}` : (stated.text ?? ''),
  })
}

/** The booking date has no year: it is the one nearest to the value date. */
function bookedOn(valuedOn: string, entry: string): string {
  const year = Number(valuedOn.slice(0, 4))
  const [month, day] = [Number(entry.slice(0, 2)), Number(entry.slice(2))]
  const distance = month - Number(valuedOn.slice(5, 7))
  return dayOf(year + (distance > 6 ? -1 : distance < -6 ? 1 : 0), month, day, entry)
}

const SEPA_TAGS = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP)\+/g

/** A transaction code, then codes from 00 to 63 behind a sign that amounts, days and references don't have. */
const STRUCTURED = /^\d{3}([^\p{L}\p{N}\s.,/-])(?:[0-5]\d|6[0-3])/u

const SLASH_TAGS = 'EREF|REMI|NAME|ORDP|BENM|IBAN|CNTP|TRTP|MARF|BIC|TRCD|PREF|RTRN|ISDT|CSID|ULTD|ULTB|PURP'

/** German banks structure the text with codes such as ?20; others write lines, some with tags between slashes. */
function informationOf(information: string): Partial<BankFileLine> {
  const structured = STRUCTURED.exec(information)
  if (structured?.[1] !== undefined) return germanInformation(information, structured[1])
  if (new RegExp(`^/(${SLASH_TAGS})/`, 'm').test(information))
    return slashedInformation(information.replaceAll('\n', ''))
  return { text: information.replaceAll('\n', ' ') }
}

function germanInformation(information: string, separator: string): Partial<BankFileLine> {
  const parts = new Map<number, string>()
  const flat = information.replaceAll('\n', '')
  for (const part of flat.slice(3).split(separator)) {
    const code = Number(part.slice(0, 2))
    if (/^\d{2}/.test(part)) parts.set(code, (parts.get(code) ?? '') + part.slice(2))
  }
  const join = (codes: number[]) => codes.map((code) => parts.get(code) ?? '').join('')
  const remittance = join([20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63])
  const tags = taggedParts(remittance)
  return {
    party_name: join([32, 33]),
    party_iban: tags.IBAN ?? parts.get(31) ?? '',
    end_to_end_id: tags.EREF ?? '',
    text: tags.SVWZ ?? tags.rest ?? parts.get(0) ?? '',
  }
}

/** Values by their tags, and as `rest` what is before the first one. */
function taggedParts(text: string): Partial<Record<string, string>> {
  const found = [...text.matchAll(SEPA_TAGS)]
  const rest = text.slice(0, found[0]?.index)
  const values = found.map((match, index) => [
    match[1],
    text.slice(match.index + match[0].length, found[index + 1]?.index ?? text.length),
  ])
  return { ...(rest.trim() !== '' && { rest }), ...Object.fromEntries(values) }
}

function slashedInformation(text: string): Partial<BankFileLine> {
  const parts: Record<string, string> = {}
  const tags = [...text.matchAll(new RegExp(`/(${SLASH_TAGS})/`, 'g'))]
  tags.forEach((match, index) => {
    const value = text.slice(match.index + match[0].length, tags[index + 1]?.index ?? text.length)
    // The first name is the account holder's, later ones those for whom they paid or received it.
    parts[match[1] ?? ''] ??= value.replace(/\/+$/, '')
  })
  const [account = '', , name = ''] = (parts.CNTP ?? '').split('/')
  return {
    party_name: parts.NAME ?? name,
    party_iban: parts.IBAN ?? account,
    end_to_end_id: parts.EREF ?? '',
    text: (parts.REMI ?? '').replace(/^USTD\/\//, ''),
  }
}
