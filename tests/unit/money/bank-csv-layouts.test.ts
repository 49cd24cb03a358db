import { describe, expect, test } from 'vitest'
import { readBankFile } from '#server/base/adapters/bank-files/read.ts'
import type { CsvMapping } from '#shared/money/bank/csv-mapping.ts'

const read = (text: string, currency = 'EUR', remembered: Record<string, CsvMapping> = {}) =>
  readBankFile(Buffer.from(text), { mapping: null, remembered, currency })

/** Date, amount, counterparty, its account, and text of each line. */
const linesOf = (text: string, currency?: string) => {
  const { problem, statements } = read(text, currency)
  expect(problem).toBeNull()
  return statements[0]?.lines.map(({ booked_on, amount, party_name, party_iban, text: purpose }) =>
    [booked_on, amount, party_name, party_iban, purpose].join('|'),
  )
}

const OWN = 'DE02120300000000202051'
const THEIRS = 'DE89370400440532013000'

/** Columns as banks export them, with invented rows. */
const LAYOUTS: Record<string, { rows: string[]; lines: string[]; currency?: string }> = {
  'Sparkasse: an original amount, and rows not booked yet': {
    rows: [
      'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Kundenreferenz (End-to-End);Lastschrift Ursprungsbetrag;Auslagenersatz Ruecklastschrift;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;BIC (SWIFT-Code);Betrag;Waehrung;Info',
      `${OWN};05.03.26;06.03.26;FOLGELASTSCHRIFT;Strom;X1;;;Stadtwerke;${THEIRS};ABCDDEFF;-99,80;EUR;Umsatz vorgemerkt`,
      `${OWN};04.03.26;04.03.26;GUTSCHRIFT;INV-0007;X2;;;Ada GmbH;${THEIRS};ABCDDEFF;1.190,00;EUR;Umsatz gebucht`,
      `${OWN};03.03.26;03.03.26;RUECKLASTSCHRIFT;Retoure;X3;50,00;5,00;Bo KG;${THEIRS};ABCDDEFF;-55,00;EUR;Umsatz gebucht`,
    ],
    lines: [`2026-03-03|-5500|Bo KG|${THEIRS}|Retoure`, `2026-03-04|119000|Ada GmbH|${THEIRS}|INV-0007`],
  },
  'VR banks: the own account before the other side’s': {
    rows: [
      'Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung',
      `Giro;${OWN};GENODEF1;VR Bank;04.03.2026;04.03.2026;Ada GmbH;${THEIRS};Gutschrift;INV-0007;1190,00;EUR;1200,00`,
    ],
    lines: [`2026-03-04|119000|Ada GmbH|${THEIRS}|INV-0007`],
  },
  'Commerzbank: a kind called after transactions': {
    rows: [
      'Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber;Kategorie',
      `04.03.2026;04.03.2026;Gutschrift;Ada GmbH INV-0007;1190,00;EUR;${OWN};`,
    ],
    lines: ['2026-03-04|119000|||Ada GmbH INV-0007'],
  },
  'DKB: payer and payee in columns of their own': {
    rows: [
      '"Girokonto";"DE02"',
      '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Kundenreferenz"',
      `"04.03.26";"04.03.26";"Gebucht";"Ada GmbH";"Studio";"INV-0007";"Eingang";"${THEIRS}";"1.190";""`,
      `"03.03.26";"03.03.26";"Gebucht";"Studio";"Stadtwerke";"Strom";"Ausgang";"${THEIRS}";"-62,3";""`,
    ],
    lines: [`2026-03-03|-6230|Stadtwerke|${THEIRS}|Strom`, `2026-03-04|119000|Ada GmbH|${THEIRS}|INV-0007`],
  },
  'Rabobank: Dutch, with numbered columns': {
    rows: [
      '"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Omschrijving-1","Omschrijving-2","Oorspr bedrag"',
      '"NL69INGB0123456789","EUR","RABONL2U","1","2026-03-04","2026-03-04","+1190,00","+1200,00","NL91ABNA0417164300","Ada BV","INV-0007","",""',
    ],
    lines: ['2026-03-04|119000|Ada BV|NL91ABNA0417164300|INV-0007'],
  },
  'ING: a column for in and out in Dutch': {
    rows: [
      '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen"',
      '"20260304";"Ada BV";"NL69INGB0123456789";"NL91ABNA0417164300";"OV";"Bij";"1190,00";"Overschrijving";"INV-0007"',
      '"20260303";"Stroom";"NL69INGB0123456789";"NL91ABNA0417164301";"IC";"Af";"62,30";"Incasso";"Maart"',
    ],
    lines: [
      '2026-03-03|-6230|Stroom|NL91ABNA0417164301|Maart',
      '2026-03-04|119000|Ada BV|NL91ABNA0417164300|INV-0007',
    ],
  },
  'French, with marks and two columns': {
    rows: [
      'Date opération;Date valeur;Libellé;Débit;Crédit;Solde',
      '04/03/2026;04/03/2026;VIR ADA INV-0007;;1 190,00;1 200,00',
      '03/03/2026;03/03/2026;ELECTRICITE;-62,30;;10,00',
    ],
    lines: ['2026-03-03|-6230|||ELECTRICITE', '2026-03-04|119000|||VIR ADA INV-0007'],
  },
  Spanish: {
    rows: [
      'Fecha operación;Fecha valor;Concepto;Importe;Divisa;Saldo',
      '04/03/2026;04/03/2026;ADA INV-0007;1.190,00;EUR;1.200,00',
    ],
    lines: ['2026-03-04|119000|||ADA INV-0007'],
  },
  Italian: {
    rows: [
      'Data contabile;Data valuta;Entrate;Uscite;Descrizione',
      '04/03/2026;04/03/2026;1.190,00;;BONIFICO ADA INV-0007',
      '05/03/2026;05/03/2026;;62,30;ENERGIA',
    ],
    lines: ['2026-03-04|119000|||BONIFICO ADA INV-0007', '2026-03-05|-6230|||ENERGIA'],
  },
  Polish: {
    rows: [
      'Data operacji;Data księgowania;Nadawca/Odbiorca;Tytuł;Kwota;Waluta;Saldo po operacji',
      '2026-03-04;2026-03-04;Ada;INV-0007;1190,00;PLN;1200,00',
    ],
    lines: ['2026-03-04|119000|Ada||INV-0007'],
    currency: 'PLN',
  },
  'Hungarian: unknown words, found by their values': {
    rows: [
      'Tranzakció dátuma;Partner neve;Tranzakció összege;Devizanem;Közlemény',
      '2026.03.04.;Ada;1190;HUF;INV-0007',
    ],
    lines: ['2026-03-04|119000|Ada||INV-0007'],
    currency: 'HUF',
  },
  'an unlisted language': {
    rows: [
      'Päivä,Selite tapahtumasta,Määrä yhteensä',
      '2026-03-04,ADA INV-0007,+1190.00',
      '2026-03-05,SÄHKÖ,-62.30',
    ],
    lines: ['2026-03-04|119000|||ADA INV-0007', '2026-03-05|-6230|||SÄHKÖ'],
  },
  'no header, as some Austrian and German banks export': {
    rows: ['04.03.2026;ADA INV-0007;04.03.2026;1190,00;EUR', '05.03.2026;STROM;05.03.2026;-62,30;EUR'],
    lines: ['2026-03-04|119000|||ADA INV-0007', '2026-03-05|-6230|||STROM'],
  },
  'PostFinance: money in and out in Swiss words': {
    rows: [
      'Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta;Saldo in CHF',
      '05.03.2026;STROM;;-62.30;05.03.2026;1137.70',
      '04.03.2026;ADA INV-0007;1190.00;;04.03.2026;1200.00',
    ],
    lines: ['2026-03-04|119000|||ADA INV-0007', '2026-03-05|-6230|||STROM'],
    currency: 'CHF',
  },
  'an unlisted word for money out': {
    rows: ['Date,Details,Credit,Uitgaven', '2026-03-04,ADA INV-0007,1190.00,', '2026-03-05,POWER,,62.30'],
    lines: ['2026-03-04|119000|||ADA INV-0007', '2026-03-05|-6230|||POWER'],
  },
  'UBS: details of collective orders beside money in and out': {
    rows: [
      'Abschlussdatum;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten',
      '2026-03-05;2026-03-05;2026-03-05;CHF;-50.00;;;1150.00;A2;Sammelauftrag;E-Banking;;',
      '2026-03-05;2026-03-05;2026-03-05;CHF;;;-20.00;;A2;Bo AG;Miete;;',
      '2026-03-05;2026-03-05;2026-03-05;CHF;;;-30.00;;A2;Cy AG;Strom;;',
      '2026-03-04;2026-03-04;2026-03-04;CHF;;119.00;;1200.00;A1;Ada AG;INV-0007;;',
    ],
    lines: ['2026-03-04|11900|||Ada AG', '2026-03-05|-5000|||Sammelauftrag'],
    currency: 'CHF',
  },
  'UBS without collective orders': {
    rows: [
      'Abschlussdatum;Buchungsdatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Beschreibung1;Fussnoten',
      '2026-03-04;2026-03-04;CHF;;119.00;;1200.00;Ada AG INV-0007;',
    ],
    lines: ['2026-03-04|11900|||Ada AG INV-0007'],
    currency: 'CHF',
  },
  'Zürcher Kantonalbank: details without a date': {
    rows: [
      '"Datum";"Buchungstext";"Whg";"Betrag Detail";"ZKB-Referenz";"Belastung CHF";"Gutschrift CHF";"Valuta";"Saldo CHF"',
      '"05.03.2026";"Sammelauftrag";"";"";"Z2";"50.00";"";"05.03.2026";"1150.00"',
      '"";"Bo AG";"CHF";"20.00";"";"";"";"";""',
      '"";"Cy AG";"CHF";"30.00";"";"";"";"";""',
      '"04.03.2026";"Gutschrift Ada AG INV-0007";"";"";"Z1";"";"119.00";"04.03.2026";"1200.00"',
    ],
    lines: ['2026-03-04|11900|||Gutschrift Ada AG INV-0007', '2026-03-05|-5000|||Sammelauftrag'],
    currency: 'CHF',
  },
  'PostFinance: a kind before the text of the advice': {
    rows: [
      'Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF',
      '04.03.2026;Gutschrift;ADA INV-0007;1190.00;',
      '03.03.2026;Lastschrift;STROM;;-62.30',
    ],
    lines: ['2026-03-03|-6230|||STROM', '2026-03-04|119000|||ADA INV-0007'],
    currency: 'CHF',
  },
  'American Express in German: a number called Betreff': {
    rows: [
      'Datum,Beschreibung,Betrag,Weitere Details,Betreff',
      '04/03/2026,HOSTING AG,"62,30",,\'AT1\'',
      '05/03/2026,GUTSCHRIFT,"-12,00",,\'AT2\'',
    ],
    lines: ['2026-03-04|6230|||HOSTING AG', '2026-03-05|-1200|||GUTSCHRIFT'],
  },
  Starling: {
    rows: [
      'Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes',
      '04/03/2026,Ada Ltd,INV-0007,FASTER PAYMENT,1190.00,1200.00,INCOME,',
      '05/03/2026,Power Ltd,March,DIRECT DEBIT,-62.30,1137.70,BILLS,',
    ],
    lines: ['2026-03-04|119000|Ada Ltd||INV-0007', '2026-03-05|-6230|Power Ltd||March'],
    currency: 'GBP',
  },
  'Revolut Business: amounts in another currency, and staff who paid by card': {
    rows: [
      'Date started (UTC),Date completed (UTC),ID,Type,Description,Reference,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Fee,Balance,Account,Beneficiary account number,Beneficiary sort code or routing number,Beneficiary IBAN,Beneficiary BIC,Related transaction id',
      '2026-03-05,2026-03-06,r3,TRANSFER,To Bo,Rent,,,CHF,100.00,CHF,-100.00,0.00,1045.52,Bank CHF,12345678,203040,,,',
      '2026-03-04,2026-03-05,r2,CARD_PAYMENT,Hosting Inc,,Jane Owner,1234567890,USD,59.00,CHF,-54.26,-0.22,1145.52,Bank CHF,,,,,',
      '2026-03-03,2026-03-04,r1,TRANSFER,Payment from Ada,INV-0007,Ada AG,,CHF,1200.00,CHF,1200.00,0.00,1200.00,Bank CHF,,,,,',
    ],
    lines: [
      '2026-03-04|120000|Ada AG||Payment from Ada',
      '2026-03-05|-5448|||Hosting Inc',
      '2026-03-06|-10000||12345678|To Bo',
    ],
    currency: 'CHF',
  },
  'Mercury: a card’s holder': {
    rows: [
      'Date (UTC),Description,Amount,Status,Source Account,Bank Description,Reference,Note,Last Four Digits,Name On Card,Category,GL Code,Timestamp,Original Currency,Check Number,Tags',
      '03-30-2026,Uber,-55.99,Sent,Mercury Checking xx8655,UBER TRIP,,,6776,Jane Owner,RideshareAndTaxis,,03-30-2026 10:22:03,EUR,,',
      '03-29-2026,Ada Inc,1200.00,Received,Mercury Checking xx8655,ADA,,,,,Income,,03-29-2026 08:00:00,,,',
    ],
    lines: ['2026-03-29|120000|||Ada Inc', '2026-03-30|-5599|||Uber'],
    currency: 'USD',
  },
  'Wise: payers, payees and merchants': {
    rows: [
      'TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Payer Name,Payee Name,Payee Account Number,Merchant,Card Last Four Digits,Card Holder Full Name,Total fees',
      'C3,15-03-2026,-12.00,EUR,Card transaction,,1128.00,,,,Cafe Lisboa,1234,Jane Owner,0.00',
      'T2,14-03-2026,-50.00,EUR,Sent money to Bo,Rent,1140.00,Studio,Bo KG,DE89370400440532013000,,,,0.00',
      'T1,13-03-2026,1190.00,EUR,Received money from ADA,INV-0007,1190.00,ADA,Studio,,,,,0.00',
    ],
    lines: [
      '2026-03-13|119000|ADA||Received money from ADA',
      '2026-03-14|-5000|Bo KG|DE89370400440532013000|Sent money to Bo',
      '2026-03-15|-1200|Cafe Lisboa||Card transaction',
    ],
  },
  'Indian: the direction beside each amount': {
    rows: [
      'Txn Date,Narration,Amount,Balance',
      '04/03/2026,ADA INV-0007,"1,190.00 Cr","1,200.00 Cr"',
      '05/03/2026,POWER,62.30 Dr,"1,137.70 Cr"',
    ],
    lines: ['2026-03-04|119000|||ADA INV-0007', '2026-03-05|-6230|||POWER'],
    currency: 'INR',
  },
}

describe('the layout of', () => {
  test.for(Object.entries(LAYOUTS))('%s', ([, { rows, lines, currency }]) => {
    expect(linesOf(`${rows.join('\n')}\n`, currency)).toEqual(lines)
  })
})

test.each([
  [
    'Wise',
    'TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Payer Name',
    'T1,13-03-2026,1190.00,EUR,Received money from ADA,INV-0007,1200.00,ADA',
    'Received money from ADA',
  ],
  [
    'Mercury',
    'Date (UTC),Description,Amount,Status,Source Account,Reference,Note',
    '03-13-2026,ADA GMBH,1190.00,Sent,Checking,INV-0007,',
    'ADA GMBH',
  ],
  ['German', 'Datum;Beschreibung;Betrag;Referenz', '13.03.2026;ADA;1190,00;INV-0007', 'ADA'],
  [
    'UBS',
    'Buchungsdatum;Gutschrift;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten',
    '2026-03-13;1190.00;ADA;Zahlung;INV-0007;',
    'ADA',
  ],
])('the reference of %s is imported beside the text', (_, header, row, text) => {
  const file = `${header}\n${row}\n`
  const line = { amount: 119_000, text, reference: 'INV-0007' }
  expect(read(file).statements[0]?.lines).toMatchObject([line])
  // Also with a mapping from before there was a pattern for it.
  const { signature = '', mapping } = read(file).csv ?? {}
  const { reference: _reference, ...columns } = mapping?.columns ?? {}
  const known = { columns, decimal: mapping?.decimal ?? '.', date_order: mapping?.date_order ?? 'ymd' }
  expect(read(file, 'EUR', { [signature]: known }).statements[0]?.lines).toMatchObject([line])
  const without = { ...known, columns: { ...columns, reference: null } }
  expect(read(file, 'EUR', { [signature]: without }).statements[0]?.lines).toMatchObject([{ reference: '' }])
})

test('the id of a related transaction isn’t that of the bank', () => {
  const { rows = [] } =
    LAYOUTS['Revolut Business: amounts in another currency, and staff who paid by card'] ?? {}
  const ids = read(rows.join('\n'), 'CHF').statements[0]?.lines.map(({ bank_ref }) => bank_ref)
  expect(ids).toEqual(['r1', 'r2', 'r3'])
})

test('rows with a date but without the chosen amount are counted', () => {
  const file = 'Date,Text,Amount,Detail\n2026-03-04,a,-5.00,\n2026-03-05,b,,-7.00\n,Total,,-12.00\n'
  const { csv, statements } = read(file)
  expect([csv?.without_amount, statements[0]?.lines.length]).toEqual([1, 1])
})

describe("the own account on every row isn't the payer's", () => {
  const file = (name: string, count: number) => {
    const rows = [1, 2, 3, 4].map((day) => `0${day}/03/2026,FPI,12345678,Ada,,${day}.00`)
    const header = `Transaction Date,Type,${name},Description,Debit Amount,Credit Amount`
    return `${[header, ...rows.slice(0, count)].join('\n')}\n`
  }
  const accountsIn = (text: string, remembered?: Record<string, CsvMapping>) =>
    read(text, 'GBP', remembered).statements[0]?.lines.map(({ party_iban }) => party_iban)

  test.for([1, 2, 4])('however many rows there are (%i), but one IBAN may pay all of them', (count) => {
    expect(accountsIn(file('Account Number', count))).toEqual(Array(count).fill(''))
    expect(accountsIn(file('IBAN', count))).toEqual(Array(count).fill('12345678'))
  })

  test('with a mapping remembered from a short file', () => {
    const remembering = (text: string) => {
      const { signature = '', mapping } = read(text, 'GBP').csv ?? {}
      return mapping && { [signature]: { ...mapping, columns: { ...mapping.columns, party_iban: 2 } } }
    }
    const own = file('Account Number', 2)
    expect(accountsIn(own, remembering(own))).toEqual(['', ''])
    const theirs = own.replace('12345678', '87654321')
    expect(accountsIn(theirs, remembering(theirs))).toEqual(['87654321', '12345678'])
    const iban = file('IBAN', 2)
    expect(accountsIn(iban, remembering(iban))).toEqual(['12345678', '12345678'])
  })
})

describe('rows that failed or wait at the bank are left out and counted', () => {
  const file = (name: string, statuses: string[]) =>
    `Date,Description,Amount,${name},Note\n${statuses
      .map((status, day) => `2026-03-0${day + 1},${status || 'none'} paid,-5.00,${status},`)
      .join('\n')}\n`
  const leftOut = (text: string, remembered: Record<string, CsvMapping> = {}) =>
    read(text, 'EUR', remembered).csv?.pending

  test.for([
    ['Status', ['Sent', 'Received', 'Sent', 'Failed', 'Pending', 'Cancelled'], 3],
    ['Status', ['Success', 'Success', 'Unsuccessful', 'Blocked'], 2],
    ['Transaction status', ['Processed', 'Processed', 'Processing', 'Rejected'], 2],
    ['State', ['done', 'done', 'declined', ''], 1],
    ['Statut', ['Payé', 'Payé', 'Refusé', 'Échoué'], 2],
    ['Estado', ['Hecho', 'Hecho', 'Rechazado', 'Anulado'], 2],
    ['Stav', ['Hotovo', 'Hotovo', 'Zamítnuto'], 1],
    // Places, cards and receipts have states as well.
    ['State', ['CA', 'NY', 'TX'], 0],
    ['Card state', ['ACTIVE', 'ACTIVE', 'BLOCKED'], 0],
    ['Receipt status', ['Uploaded', 'Uploaded', 'Pending'], 0],
  ] as const)('%s %j', ([name, statuses, count]) => {
    expect(leftOut(file(name, [...statuses]))).toBe(count)
  })

  test('also below the rows that the columns are guessed from, and with a remembered mapping', () => {
    const rows = Array.from({ length: 510 }, (_, row) => `2026-03-01,a${row},-5.00,ok`)
    const text = `Date,Description,Amount,Status\n${rows.join('\n')}\n2026-03-02,b,-9.00,Failed\n`
    expect(leftOut(text)).toBe(1)
    const columns = { booked_on: 0, text: 1, amount: 2 }
    const known = { columns, decimal: '.', date_order: 'ymd' } as const
    expect(leftOut(text, { [read(text).csv?.signature ?? '']: known })).toBe(1)
  })

  test('in a file without another text', () => {
    expect(leftOut('Date,Amount,Status\n2026-03-01,-5.00,Sent\n2026-03-02,-6.00,Failed\n')).toBe(1)
  })
})

test('pending rows are omitted and counted, even with a mapping remembered without the status', () => {
  const file = 'Date,Text,Amount,State\n2026-03-04,a,-5.00,COMPLETED\n2026-03-05,b,-7.00,PENDING\n'
  const { csv, statements } = read(file)
  expect([csv?.pending, statements[0]?.lines.length]).toEqual([1, 1])
  const known = { columns: { booked_on: 0, text: 1, amount: 2 }, decimal: '.', date_order: 'ymd' } as const
  expect(read(file, 'EUR', { [csv?.signature ?? '']: known }).csv?.pending).toBe(1)
  const none = { ...known, columns: { ...known.columns, status: null } }
  expect(read(file, 'EUR', { [csv?.signature ?? '']: none }).csv?.pending).toBe(0)
  expect(read('Date,Text,Amount,State\n2026-03-04,a,-5.00,PENDING\n').problem).toBe(
    'This file contains no booked transactions.',
  )
})

test('lines just under the maximum length are parsed', () => {
  const file = `Date,Text,Amount\n${`2026-01-01,${'x'.repeat(99_900)},-5.00\n`.repeat(20)}`
  expect(read(file).statements[0]?.lines).toHaveLength(20)
})

test('columns of a Czech bank are recognized in its encoding, which is named', () => {
  const text = 'Datum;Částka;Měna;Název protiúčtu;Zpráva\n02.11.2026;-100,00;CZK;Dvořák;Nájem za říjen\n'
  const all = new TextDecoder('windows-1250').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const bytes = Buffer.from(Array.from(text, (character) => all.indexOf(character)))
  const file = readBankFile(bytes, { mapping: null, remembered: {}, currency: 'CZK' })
  expect(file).toMatchObject({ problem: null, guess: expect.stringContaining('was read as Windows-1250.') })
  expect(file.statements[0]?.lines).toMatchObject([
    { amount: -10_000, party_name: 'Dvořák', text: 'Nájem za říjen' },
  ])
  expect(read(text, 'CZK').guess).toBeNull()
})
