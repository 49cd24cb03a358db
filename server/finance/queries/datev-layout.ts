import { accountsOf, type BookAccounts } from '#shared/books.ts'
import { currencyDigits, toDecimal } from '#shared/money.ts'
import type { NumberedDocument } from './numbered-documents.ts'

/** DATEV's posting batch, header version 700, format version 13. See docs/accounting-exports.md. */
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

interface Posting {
  /** Minor units of the base currency; less than nothing is booked on the other side. */
  amount: number
  currency: string
  account: string
  contra: string
  date: string
  /** The document's number, by which open items are matched. */
  document: string
  due?: string
  text: string
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

/** The first line of the file, and the columns. */
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

/** The first day of the fiscal year a day is in. */
export function fiscalYearOf(day: string, month: number): string {
  const [year = '', ofDay = ''] = day.split('-')
  const begins = Number(ofDay) < month ? Number(year) - 1 : Number(year)
  return `${begins}-${String(month).padStart(2, '0')}-01`
}

/** Each rate of a document, gross, against its revenue account: these accounts find the tax by themselves. */
export const documentPostings = (
  document: NumberedDocument,
  accounts: BookAccounts,
  debtor: string,
): Posting[] =>
  document.parts.flatMap((part) => {
    const amount = document.sign * ((part.base_net ?? 0) + (part.base_tax ?? 0))
    if (amount === 0) return []
    return [
      {
        amount,
        currency: document.base,
        account: debtor,
        contra: accountsOf(accounts, part).revenue_account,
        date: document.issued_on,
        document: document.number,
        due: document.due_on,
        text: `${document.buyer?.company ?? document.client_name} ${foreign(document)}`.trim(),
      },
    ]
  })

const foreign = ({ currency, base, total }: NumberedDocument): string =>
  currency === base ? '' : `${toDecimal(total, currency)} ${currency}`

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
  set('Belegdatum', dayMonth(posting.date))
  set('Belegfeld 1', quoted(posting.document.replace(/[^\w$&%*+\-/]/g, '').slice(0, 36)))
  if (posting.due !== undefined)
    set('Belegfeld 2', quoted(`${dayMonth(posting.due)}${posting.due.slice(2, 4)}`))
  set('Buchungstext', quoted(posting.text.slice(0, 60)))
  set('Festschreibung', '0')
  return `${row.join(';')}\r\n`
}

/** Whether amounts of the currency can be written at all: the format has two decimals. */
export const fitsDatev = (currency: string): boolean => currencyDigits(currency) <= 2

/** `1234,50`, also for a currency without decimals. */
function twoDecimals(amount: number, currency: string): string {
  const [whole = '0', decimals = ''] = toDecimal(amount, currency).split('.')
  return `${whole},${decimals.padEnd(2, '0')}`
}

/** DDMM; the year is the header's. */
const dayMonth = (date: string): string => `${date.slice(8, 10)}${date.slice(5, 7)}`

/** Without line breaks, which the format forbids. */
const quoted = (text: string): string => `"${text.replace(/\p{Cc}+/gu, ' ').replaceAll('"', '""')}"`
