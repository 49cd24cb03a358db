import { currencyDigits, toDecimal } from '#shared/base/amounts/money.ts'
import type { BookAccounts } from '#shared/money/ledger/schemas/books.ts'

/** DATEV posting batch, header version 700, format version 13. See docs/accounting-exports.md. */
const pairs = (one: string, other: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => [`${one} ${index + 1}`, `${other} ${index + 1}`]).flat()

export const DATEV_COLUMNS = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs', 'Basis-Umsatz'],
  ...['WKZ Basis-Umsatz', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum'],
  ...['Belegfeld 1', 'Belegfeld 2', 'Skonto', 'Buchungstext', 'Postensperre', 'Diverse Adressnummer'],
  ...['Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre', 'Beleglink'],
  ...pairs('Beleginfo - Art', 'Beleginfo - Inhalt', 8),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...pairs('Zusatzinformation - Art', 'Zusatzinformation- Inhalt', 20),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit'],
  ...['Skontotyp', 'Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)'],
  ...['Sachverhalt L+L (Anzahlungen)', 'EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)'],
  ...['Herkunft-Kz', 'Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre'],
  ...['Gesellschaftername', 'Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer'],
  ...['Postensperre bis', 'Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung'],
  ...['Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)', 'Steuersatz'],
  ...['Land', 'Abrechnungsreferenz', 'BVV-Position', 'EU-Land u. UStID (Ursprung)'],
  ...['EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
]

export interface Posting {
  /** Minor units of the base currency; negative amounts are booked on the other side. */
  amount: number
  currency: string
  account: string
  contra: string
  date: string
  /** The document's number, which matches open items. */
  document: string
  due?: string
  text: string
  /** Switches off the tax that the account computes. */
  untaxed?: boolean
  /** The buyer's VAT number, for reports of services within the EU. */
  vatId?: string | null
}

export interface DatevBatch {
  accounts: BookAccounts
  consultant: number
  client: number
  from: string
  to: string
  currency: string
  createdAt: Date
}

/** The header line and the column names. */
export function datevHeader({
  accounts,
  consultant,
  client,
  from,
  to,
  currency,
  createdAt,
}: DatevBatch): string {
  const fields = [
    ...[quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13'],
    ...[createdAt.toISOString().replace(/\D/g, ''), '', quoted('RE'), quoted(''), quoted('')],
    ...[
      String(consultant),
      String(client),
      fiscalYearOf(from, accounts.fiscal_year_month).replaceAll('-', ''),
    ],
    ...[String(accounts.account_length), from.replaceAll('-', ''), to.replaceAll('-', '')],
    ...[quoted('Rechnungen und Zahlungen'), quoted(''), '1', '0', '0', quoted(currency)],
    ...['', quoted(''), '', '', quoted(accounts.chart.slice(-2)), '', '', quoted(''), quoted('')],
  ]
  return `${fields.join(';')}\r\n${DATEV_COLUMNS.join(';')}\r\n`
}

/** The first day of the fiscal year that contains the day. */
export function fiscalYearOf(day: string, month: number): string {
  const [year = '', ofDay = ''] = day.split('-')
  const begins = Number(ofDay) < month ? Number(year) - 1 : Number(year)
  return `${begins}-${String(month).padStart(2, '0')}-01`
}

/** Suspends the tax of an automatic account. */
const NO_TAX_KEY = '40'

export function postingLine(posting: Posting): string {
  const row = DATEV_COLUMNS.map(() => '')
  const set = (column: string, value: string) => {
    row[DATEV_COLUMNS.indexOf(column)] = value
  }
  set('Umsatz (ohne Soll/Haben-Kz)', twoDecimals(Math.abs(posting.amount), posting.currency))
  set('Soll/Haben-Kennzeichen', quoted(posting.amount < 0 ? 'H' : 'S'))
  set('WKZ Umsatz', quoted(posting.currency))
  set('Konto', posting.account)
  set('Gegenkonto (ohne BU-Schlüssel)', posting.contra)
  if (posting.untaxed) set('BU-Schlüssel', quoted(NO_TAX_KEY))
  set('Belegdatum', dayMonth(posting.date))
  set('Belegfeld 1', quoted(posting.document.replace(/[^\w$&%*+\-/]/g, '').slice(0, 36)))
  if (posting.due !== undefined)
    set('Belegfeld 2', quoted(`${dayMonth(posting.due)}${posting.due.slice(2, 4)}`))
  set('Buchungstext', quoted(posting.text.slice(0, 60)))
  if (posting.vatId) set('EU-Land u. UStID (Bestimmung)', quoted(posting.vatId))
  set('Festschreibung', '0')
  return `${row.join(';')}\r\n`
}

/** Whether the format, which has two decimals, can represent the currency's amounts. */
export const fitsDatev = (currency: string): boolean => currencyDigits(currency) <= 2

/** `1234,50`, even for currencies without decimals. */
function twoDecimals(amount: number, currency: string): string {
  const [whole = '0', decimals = ''] = toDecimal(amount, currency).split('.')
  return `${whole},${decimals.padEnd(2, '0')}`
}

/** DDMM; the year is in the header. */
const dayMonth = (date: string): string => `${date.slice(8, 10)}${date.slice(5, 7)}`

/** Without line breaks, which the format doesn't allow. */
const quoted = (text: string): string => `"${text.replace(/\p{Cc}+/gu, ' ').replaceAll('"', '""')}"`
