import type { CsvField } from '#shared/money/bank/csv-mapping.ts'

/** A column's name in lower case and without diacritics, so that `Libellé` and `Währung` match their plain spelling. */
export const plainName = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l').replaceAll('ø', 'o')

interface ColumnNames {
  field: CsvField
  /** What its values are. */
  holds: 'day' | 'amount' | 'currency' | 'code' | 'iban' | 'varied' | 'text'
  /** The most specific first. */
  names: readonly RegExp[]
  /** Names that match a pattern although the column holds something else. */
  not?: RegExp
}

/** Amounts of fees, taxes or other currencies. */
const OTHER_AMOUNT =
  /origin|\borig\b|urspr|fremd|foreign|local|oorspr|puvodni|fee|gebuhr|frais|entgelt|kosten|koers|kurs|\brate\b|versich|insur|steuer|tax|vat\b|versand|shipping|commis|comis|poplatek/
const OTHER_CURRENCY = /fremd|origin|\borig\b|fee|foreign|local|oorspr|puvodni|target/
/** The agency's own account. */
const OWN =
  /auftrags|auftraggeberkonto|kontoinhaber|kontoname|own |\bbic\b|swift|mail|adres|bank ?name|^bank$/

const eitherOf = (...patterns: RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'))

const HOLDER = /card|karteninhaber/
/** Columns that don't name the other party: its account, the agency's own, or the staff who hold a card. */
const NO_PARTY = eitherOf(
  OWN,
  HOLDER,
  /^(?!.*name).*(account (no|number)|kontonummer|iban|sort ?code|routing)/,
)

/** How European banks name their columns, in the order in which fields pick theirs. */
export const COLUMNS: readonly ColumnNames[] = [
  {
    field: 'valued_on',
    holds: 'day',
    names: [/value|valut|wertstell|valeur|valor|rente|waluty|erteknap|effective/],
  },
  {
    field: 'booked_on',
    holds: 'day',
    names: [
      /buchung|book|post|complet|contab|comptab|ksiegow|bokfor|bogfor|boek|zauctov|accounting/,
      /^date|^datum|transaction date|fecha|^data|dato\b|date/,
      /./,
    ],
    not: /start|due|created by|birth/,
  },
  {
    field: 'balance',
    holds: 'amount',
    names: [/balance|running bal|saldo|solde|kontostand|guthaben|egyenleg|zustatek/],
    not: /auswirkung|impact/,
  },
  {
    field: 'currency',
    holds: 'currency',
    names: [/currency|ccy|wahrung|waehrung|devise|divisa|moneda|munt|valut|waluta|mena|devizan/],
    not: OTHER_CURRENCY,
  },
  {
    field: 'credit',
    holds: 'amount',
    names: [
      /credit|money in|paid in|deposit|haben|gutschrift|inflow|entrada|entrate|avere|abono|\bhaber\b|ingres|uznani|\bbij\b/,
    ],
    not: OTHER_AMOUNT,
  },
  {
    field: 'debit',
    holds: 'amount',
    names: [
      /debi|debe\b|money out|paid out|withdraw|soll|lastschrift|belastung|outflow|salida|uscite|\bdare\b|cargo|obciaz|\baf\b/,
    ],
    not: OTHER_AMOUNT,
  },
  {
    field: 'amount',
    holds: 'amount',
    names: [
      /^net(to)?\b( amount)?/,
      /^(amount|betrag|buchungsbetrag|umsatz|bedrag|montant|importe|importo|valor|kwota|belopp|belob|castka|summa|value)\b/,
      /amount|betrag|bedrag|montant|importe|importo|kwota|belopp|belob|castka|osszeg|summe/,
    ],
    not: OTHER_AMOUNT,
  },
  { field: 'party_iban', holds: 'iban', names: [/counter ?party|beneficiary|payee|tegen/] },
  {
    field: 'party_iban',
    holds: 'text',
    names: [
      /tegenrekening|gegenkonto|counter ?party account|(payee|payer|partner|beneficiary|contra).*(account|number|szam)|(iban|account|konto|rekening).*(zahlungsbeteiligt|tegenpartij|counter ?party|beneficiar|protistran)/,
    ],
    not: eitherOf(OWN, /sort ?code|routing/),
  },
  { field: 'party_iban', holds: 'text', names: [/iban/], not: OWN },
  // The agency's own account is the same in all rows.
  { field: 'party_iban', holds: 'varied', names: [/account (no|number)|kontonummer|protiuctu/], not: OWN },
  {
    field: 'end_to_end_id',
    holds: 'text',
    names: [/end.?to.?end|e2e|kundenreferenz/],
  },
  {
    field: 'bank_ref',
    holds: 'text',
    names: [
      /transaction (id|ref|code|number)|transaktionscode|fitid|bankrefer|buchungsrefer|umsatz.?id|bank.?s? ?(id|ref)/,
      /^id\b|\bid transakce/,
    ],
    not: /payment ref|related/,
  },
  {
    field: 'party_name',
    holds: 'text',
    names: [
      /(zahlungsbeteiligt|counter ?party|tegenpartij|partner|protiuctu|counter ?account).*(name|naam|nev|nazev)|(name|naam|nazev|nom).*(zahlungsbeteiligt|counter ?party|tegenpartij|protiuctu|partner)/,
    ],
    not: NO_PARTY,
  },
  // The payer of money that left the account is its owner, or whoever holds the card.
  {
    field: 'payer_name',
    holds: 'text',
    names: [/^(?!.*(payee|recipient|benefici)).*(sender name|payer)/],
    not: NO_PARTY,
  },
  {
    field: 'party_name',
    holds: 'text',
    names: [
      /payer|zahlungspflichtig|debtor|ordenante|ordonnateur|auftraggeber|nadawca/,
      /payee|beg(u|ue)nstigt|empfanger|recipient|benefici|odbiorca|merchant|handelaar|counter ?party|partner/,
      /^(name|naam|nom|nombre|nome|namn|navn|nev)\b/,
    ],
    not: NO_PARTY,
  },
  {
    field: 'payee_name',
    holds: 'text',
    names: [/payee|empfanger|recipient|benefici|odbiorca/],
    not: NO_PARTY,
  },
  { field: 'merchant', holds: 'text', names: [/^merchant( name)?$/], not: NO_PARTY },
  {
    field: 'reference',
    holds: 'text',
    names: [/structured ref|creditor ref|gestructureerd|betalingskenmerk/],
  },
  {
    field: 'text',
    holds: 'text',
    names: [
      /verwendungszweck|purpose|remittance|payment (details|reference|description)|omschrijving|libelle|concept|causale|vrije mededeling|kozlemeny|zprava|tytul|memo|message|betreff|descri|beschreib|avisierung/,
      /details|reference|narrative|note|opis|popis|reszletek|mededeling|toelichting/,
      /te(x|ks)t|typ(e|o)?\b|kategorie|category/,
    ],
  },
  // Beside a text; UBS writes payers' messages into the third of its descriptions.
  {
    field: 'reference',
    holds: 'text',
    names: [/payment ref|^reference$|^(zahlungs)?referenz(nummer)?$/, /^(beschreibung|description) ?3$/],
  },
  // Without a name that is known: amounts in other currencies mustn't pass for the account's.
  { field: 'currency', holds: 'code', names: [/^/], not: OTHER_CURRENCY },
]

/**
 * Whether a column with this name may hold the agency's own account, so that a single value in all rows isn't a
 * payer's.
 */
export const mayBeOwnAccount = (name: string): boolean =>
  COLUMNS.some(
    ({ holds, names }) => holds === 'varied' && names.some((pattern) => pattern.test(plainName(name))),
  )

/** Whether a column with this name holds the holder of a card, who earlier guesses took for the other party. */
export const namesHolder = (name: string): boolean => HOLDER.test(plainName(name))

const PENDING =
  /vorgemerkt|ausstehend|in bearbeitung|geplant|pending|processing|in (process|progress)|scheduled|queued|authori[sz]|attente|pendiente|sospeso|gereserveerd|reserved|oczekuj|ceka/
const FAILED =
  /reverted|declined|denied|refuse|reject|blocked|expired|failed|unsuccess|incomplete|cancel|storniert|abgelehnt|abgebrochen|fehlgeschlagen|rejet|echou|annul|\banul|rechaz|fallid|rifiutat|fallit|geweigerd|mislukt|odrzucon|zamitnut|zrusen/
const BOOKED =
  /gebucht|booked|posted|complete|abgeschlossen|settled|cleared|executed|effectu|comptabilis|contabiliz|contabilizz|afgeschreven|^(sent|received|success(ful)?|succeeded|processed|paid)$/

/** Wise's word for a transfer that came back. PayPal's “Refunded” payments were booked, and the refund has its own row. */
const RETURNED = 'REFUNDED'

/** Whether a row with this status isn't booked, and may never be. */
export const isPending = (status: string): boolean =>
  [PENDING, FAILED].some((words) => words.test(plainName(status))) || status.trim() === RETURNED

/** Whether a column says how a row changes the balance, as PayPal's does. */
export const isImpactName = (name: string): boolean =>
  /^(balance impact|auswirkung auf .*guthaben|(impact|impacto|impatto) .*(solde|saldo)|effect op .*saldo)$/.test(
    plainName(name),
  )

/** Whether a balance impact says that the row is only for information: a hold, an authorization, an announcement. */
export const isMemo = (impact: string): boolean =>
  /^(memo|notiz|no(ne|t)?|neutral|kein|aucun|sans|ningun|sin|nessun|geen)/.test(plainName(impact.trim()))

/** Whether the text is a booking status. */
export const isStatus = (text: string): boolean =>
  text.length <= 40 && (isPending(text) || BOOKED.test(plainName(text)))

/** Whether a column's plain name is that of transactions' statuses, rather than of cards, receipts or places. */
export const isStatusName = (name: string): boolean =>
  /^((booking|transaction|payment|transfer|posting|umsatz|buchungs)[ _-]?)?(status|state|statut|stato|estado|stav|stan|statusz|allapot|tila)$/.test(
    name,
  )
