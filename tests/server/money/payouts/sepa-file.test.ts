import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { writeTransferFile } from '#server/base/adapters/bank-files/pain.ts'
import { sepaText } from '#server/base/adapters/bank-files/sepa-text.ts'
import { AGENCY_IBAN, OTHER_IBAN, PAYEE_IBAN } from '#tests/support/money/payouts.ts'

test.each([
  ['Jürgen Groß & Söhne', 'Juergen Gross + Soehne'],
  ['Zoë Ångström-Łukasiewicz', 'Zoe Angstroem-Lukasiewicz'],
  ['Ελένη Παπαδοπούλου', 'Eleni Papadopoyloy'],
  ['Щедрин', 'Shtedrin'],
  ['“Foyer” — «a portal»; 10 €', "'Foyer' - 'a portal', 10 EUR"],
  ['//invoice//7/', 'invoice/7'],
  ['  line\n\tbreak\u200b ', 'line break'],
  ['<b>5</b>', '.b.5./b.'],
  ['張', '.'],
])('%s is written as %s', (text, written) => {
  expect(sepaText(text, 70)).toBe(written)
})

test('a text is truncated to its limit and contains only characters that every bank accepts', () => {
  expect(sepaText('ß'.repeat(100), 70)).toBe('s'.repeat(70))
  const all = Array.from({ length: 0x3000 }, (_, point) => String.fromCodePoint(point)).join('')
  expect(sepaText(all, 100_000)).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]+$/)
})

const bytes = writeTransferFile({
  id: 'BATCH1',
  madeAt: new Date('2026-03-04T10:00:00.123Z'),
  executeOn: '2026-03-06',
  payer: { name: 'Müller & Söhne GmbH', iban: AGENCY_IBAN, bic: null },
  transfers: [
    {
      payee: { name: 'Ada Byron', iban: PAYEE_IBAN, bic: 'COBADEFFXXX' },
      amount: 100_005,
      endToEndId: 'P1',
      purpose: 'Website',
    },
    { payee: { name: 'Zoë', iban: OTHER_IBAN, bic: null }, amount: 7, endToEndId: 'P2', purpose: 'Logo' },
  ],
})

/** The order of elements in pain.001.001.09, limited to those that SEPA transfers use. */
const ORDER: Record<string, string[]> = {
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  PmtInf: [
    ...['PmtInfId', 'PmtMtd', 'BtchBookg', 'NbOfTxs', 'CtrlSum', 'PmtTpInf', 'ReqdExctnDt', 'Dbtr'],
    ...['DbtrAcct', 'DbtrAgt', 'ChrgBr', 'CdtTrfTxInf'],
  ],
  CdtTrfTxInf: ['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
}

type Node = Record<string, Node[] | string>

test('elements are in the order of the schema', () => {
  const tree = new XMLParser({ preserveOrder: true, parseTagValue: false }).parse(bytes) as Node[]
  const walk = (nodes: Node[]) => {
    for (const node of nodes) {
      for (const [name, inner] of Object.entries(node)) {
        if (typeof inner === 'string') continue
        const order = ORDER[name]
        if (order !== undefined) {
          const names = inner.flatMap((child) => Object.keys(child))
          expect(names.filter((child) => !order.includes(child))).toEqual([])
          const places = names.map((child) => order.indexOf(child))
          expect(places, name).toEqual(places.toSorted((a, b) => a - b))
        }
        walk(inner)
      }
    }
  }
  walk(tree)
})

test('an independent parser finds the parties, dates, amounts and sums', () => {
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false })
  const { GrpHdr, PmtInf } = parser.parse(bytes).Document.CstmrCdtTrfInitn
  expect(parser.parse(bytes).Document['@_xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
  expect(GrpHdr).toEqual({
    MsgId: 'BATCH1',
    CreDtTm: '2026-03-04T10:00:00Z',
    NbOfTxs: '2',
    CtrlSum: '1000.12',
    InitgPty: { Nm: 'Mueller + Soehne GmbH' },
  })
  expect(PmtInf).toMatchObject({
    PmtMtd: 'TRF',
    NbOfTxs: '2',
    CtrlSum: '1000.12',
    PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
    ReqdExctnDt: { Dt: '2026-03-06' },
    DbtrAcct: { Id: { IBAN: AGENCY_IBAN } },
    DbtrAgt: { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } },
    ChrgBr: 'SLEV',
  })
  expect(PmtInf.CdtTrfTxInf).toEqual([
    {
      PmtId: { EndToEndId: 'P1' },
      Amt: { InstdAmt: { '#text': '1000.05', '@_Ccy': 'EUR' } },
      CdtrAgt: { FinInstnId: { BICFI: 'COBADEFFXXX' } },
      Cdtr: { Nm: 'Ada Byron' },
      CdtrAcct: { Id: { IBAN: PAYEE_IBAN } },
      RmtInf: { Ustrd: 'Website' },
    },
    {
      PmtId: { EndToEndId: 'P2' },
      Amt: { InstdAmt: { '#text': '0.07', '@_Ccy': 'EUR' } },
      Cdtr: { Nm: 'Zoe' },
      CdtrAcct: { Id: { IBAN: OTHER_IBAN } },
      RmtInf: { Ustrd: 'Logo' },
    },
  ])
})
