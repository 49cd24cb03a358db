import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { extractXml } from '@stackforge-eu/factur-x'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import ICAL from 'ical.js'
import pino from 'pino'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { writeTransferFile } from '#server/base/adapters/bank-files/pain.ts'
import { renderInvoicePdf } from '#server/base/adapters/documents/documents.ts'
import { renderEInvoice } from '#server/base/adapters/documents/e-invoice.ts'
import { createMailSender } from '#server/base/adapters/mail.ts'
import { toCsv } from '#server/base/adapters/tables/csv.ts'
import { streamCsv } from '#server/base/adapters/tables/csv-stream.ts'
import { readConfig } from '#server/base/core/config.ts'
import { storable, unstorableIn } from '#server/base/core/plain-text.ts'
import { toCalendar } from '#server/door/http/downloads/ical.ts'
import type { FeedEvent } from '#server/work/schedule/queries/feed.ts'
import { paperOf } from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { documentOf } from '#tests/server/money/invoices/sending/e-invoice-document.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

const HOSTILE = [
  '\0',
  ...['\u000b', '\u000c', '\u001f', '\u007f', '\u0085', '\u009f', '\r', '\n', '\r\n', '\t', '\u2028'],
  ...['\ud800', '\udfff', '\ufffe', '\uffff', '\ufdd0', '\u{1fffe}', '\ufeff', '\u202e', '\u200b'],
  ...[
    '&',
    '<',
    ']]>',
    '<!--',
    '"',
    "'",
    ';',
    ',',
    '=1+1',
    '@',
    '\\',
    '\\n',
    '%',
    'é',
    'ß',
    '漢',
    '🏡',
    'e\u0301',
  ],
]

/** Any text, as rows from before input validation may contain it. */
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 6 })), {
    maxLength: 12,
  })
  .map((parts) => `A${parts.join('')}z`)

/** Production Char of XML 1.0. */
const XML_TEXT = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
const ENTITY = /&#(?:(\d+)|x([\da-f]+));/gi

function elementsIn(xml: string): object {
  expect(xml.isWellFormed()).toBe(true)
  expect(xml).toMatch(XML_TEXT)
  for (const [, decimal, hex] of xml.matchAll(ENTITY)) {
    expect(String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))).toMatch(XML_TEXT)
  }
  expect(XMLValidator.validate(xml)).toBe(true)
  return new XMLParser({ parseTagValue: false, trimValues: false, ignoreAttributes: true }).parse(xml)
}

const runs = (numRuns: number) => ({ numRuns })
const lines = (text: string) => text.replace(/\r\n?/g, '\n')

function documentSaying(text: string, rest: Partial<InvoiceDocumentDto> = {}): InvoiceDocumentDto {
  const plain = documentOf(rest)
  const { seller, buyer, bank } = plain.parties
  const said = {
    name: text,
    company: text,
    address: text,
    city: text,
    region: text,
    registration_number: text,
  }
  return {
    ...plain,
    title: text,
    description: text,
    notes: text,
    purchase_order: text,
    items: plain.items.map((item) => ({ ...item, description: text, unit: text, tax_note: text })),
    parties: {
      ...plain.parties,
      seller: { ...seller, ...said },
      buyer: { ...buyer, ...said, buyer_reference: text },
      bank: bank && { ...bank, account_holder: text },
      details: text,
      footer: text,
    },
  }
}

test('what input validation refuses is what writers leave out', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(unstorableIn(storable(text))).toBeNull()
      expect(storable(text)).toMatch(XML_TEXT)
      if (unstorableIn(text) === null) expect(storable(text)).toBe(text)
    }),
    runs(1000),
  )
  expect(unstorableIn('Web\u000bsite')).toEqual({ character: 'U+000B', before: 'Web' })
  expect(storable('two\u000bwords')).toBe('two words')
  expect(unstorableIn('Tab\t, break\r\n, é, 漢, 🏡')).toBeNull()
})

test.each(['xrechnung', 'peppol'] as const)('%s is well-formed with any text', async (format) => {
  await fc.assert(
    fc.asyncProperty(
      anyText,
      fc.constantFrom('invoice' as const, 'credit_note' as const),
      async (text, kind) => {
        const xml = await renderEInvoice({ document: documentSaying(text, { kind }), format, pdf: null })
        elementsIn(Buffer.from(xml).toString())
      },
    ),
    runs(casesHere(30)),
  )
})

test('Factur-X and its PDF are well-formed with any text', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const document = documentSaying(text)
      const pdf = await renderInvoicePdf(paperOf(document))
      const bytes = await renderEInvoice({ document, format: 'factur_x', pdf })
      elementsIn((await extractXml(bytes)).xml)
      const start = Buffer.from(bytes).indexOf('<x:xmpmeta')
      const end = Buffer.from(bytes).indexOf('</x:xmpmeta>')
      const metadata = elementsIn(
        new TextDecoder('utf-8', { fatal: true }).decode(bytes.slice(start, end + 12)),
      )
      expect(JSON.stringify(metadata)).toContain(JSON.stringify(lines(storable(text))).slice(1, -1))
      expect((await extractText(new Uint8Array(bytes), { mergePages: true })).text).toContain('INV-1001')
    }),
    runs(casesHere(8)),
  )
})

test('SEPA files are well-formed with any names', () => {
  fc.assert(
    fc.property(anyText, anyText, (name, purpose) => {
      const party = { name, iban: 'DE75512108001245126199', bic: null }
      const xml = writeTransferFile({
        id: 'F-1',
        madeAt: new Date('2026-03-01'),
        executeOn: '2026-03-02',
        payer: party,
        transfers: [{ payee: party, amount: 100, endToEndId: 'P-1', purpose }],
      })
      elementsIn(xml)
      expect(xml).toMatch(/^[\x20-\x7e\n]*$/)
    }),
    runs(300),
  )
})

test('texts round-trip through CSV files', async () => {
  const undone = (text: string) => text.replace(/^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 5 }), async (rows) => {
      const records = rows.map(([name, note]) => ({ name, note, amount: 12.5 }))
      const pages = (async function* () {
        yield records
      })()
      const columns = ['name', 'note', 'amount']
      const texts = [await toCsv(columns, records, (row) => row), await textOf(streamCsv(columns, pages))]
      for (const text of texts) {
        expect(unstorableIn(text)).toBeNull()
        const read: string[][] = parse(text, { bom: true })
        expect(read.slice(1).map((row) => row.map(undone))).toEqual(
          rows.map(([name, note]) => [storable(name), storable(note), '12.5']),
        )
      }
    }),
    runs(300),
  )
})

test('texts round-trip through calendar files', async () => {
  const instants = { starts_at: '2026-03-02T08:00:00.000Z', ends_at: '2026-03-02T09:00:00.000Z' }
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const event = {
        id: 'a1c1f7de-3a4e-4b1c-9f55-0f6d9a1b2c3d',
        ...instants,
        ...{ title: text, description: text, location: text, status: 'confirmed', timezone: 'Europe/Berlin' },
        ...{ rrule: null, version: 1, created_at: instants.starts_at, updated_at: instants.starts_at },
      } as FeedEvent['event']
      const attendees = [{ name: text }] as FeedEvent['attendees']
      const calendar = await toCalendar([{ event, exceptions: [], attendees }], {
        name: 'Foyer',
        now: new Date(instants.starts_at),
      })
      expect(unstorableIn(calendar)).toBeNull()
      const [read] = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent')
      for (const name of ['summary', 'description', 'location'])
        expect(read?.getFirstPropertyValue(name)).toBe(lines(storable(text)))
    }),
    runs(300),
  )
})

/** Decodes an email header: unfolded, with its encoded words (RFC 2047). */
const decoded = (header: string): string =>
  header
    .replace(/\r?\n(?=[ \t])/g, '')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?UTF-8\?[QB]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(([, kind, text = '']) =>
          kind?.toUpperCase() === 'B'
            ? Buffer.from(text, 'base64')
            : Buffer.from(
                text
                  .replaceAll('_', ' ')
                  .replace(/=([\dA-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
                'latin1',
              ),
        ),
      ).toString('utf8'),
    )

test('emails have their own headers and no others', async () => {
  const dataDir = temporaryFolder()
  const sender = createMailSender({ ...readConfig({}), smtpUrl: null, dataDir }, pino({ enabled: false }))
  await fc.assert(
    fc.asyncProperty(anyText, fc.boolean(), async (text, byPerson) => {
      const file = { filename: `${text}.pdf`, content: Buffer.from('x'), contentType: 'application/pdf' }
      const mail = {
        id: 'mail',
        recipient: 'jo@client.test',
        byPerson,
        fromName: text,
        subject: text,
        text,
        html: text,
      }
      await sender.send({ ...mail, attachments: [file] })
      const [head = ''] = readFileSync(join(dataDir, 'outbox', 'mail.eml'), 'latin1').split('\n\n')
      expect(head).toMatch(/^[\x20-\x7e\n\t]*$/)
      const headers = head.split(/\n(?![ \t])/).map((line) => line.split(': ', 2)[0])
      const suppressing = byPerson ? [] : ['Auto-Submitted', 'X-Auto-Response-Suppress']
      const always = ['Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To']
      expect(headers.toSorted()).toEqual([...always, ...suppressing].toSorted())
      const subject = /^Subject: (.*(?:\n[ \t].*)*)/m.exec(head)?.[1] ?? ''
      expect(decoded(subject)).toBe(storable(text).replace(/\s+/g, ' ').trim())
    }),
    runs(200),
  )
})
