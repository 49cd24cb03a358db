import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toWindows1252 } from '#server/base/adapters/tables/windows-1252.ts'
import { decodeText, guessOf, hasLostCharacters, LOST_CHARACTER } from '#shared/base/text/decoding.ts'

const TEXT = 'name,email\nJürgen Müller “Büro” – 5 €,j@example.test\n'
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ['UTF-16 with a mark, high bytes first', bigEndian(`\uFEFF${TEXT}`)],
  ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 without a mark, high bytes first', bigEndian(TEXT)],
  ['Windows-1252', toWindows1252(TEXT)],
])('a file in %s is decoded', (_encoding, bytes) => expect(decodeText(bytes)).toBe(TEXT))

test('any text round-trips through UTF-8 and Windows-1252', () => {
  // A capital letter before a symbol or another capital can be valid UTF-8; words have letters between them.
  const letters = fc
    .string({ unit: fc.constantFrom(...('aé ßs€ “Ž,;\n1ÄrÖs'.match(/[^\0-\x7f]?[\0-\x7f]/g) ?? [])) })
    .map((text) => `Name\n${text}`)
  fc.assert(
    fc.property(letters, (text) => {
      expect(decodeText(Buffer.from(text))).toBe(text)
      expect(decodeText(toWindows1252(text))).toBe(text)
    }),
  )
})

test('a damaged byte in UTF-8 affects only one character', () => {
  const bytes = Buffer.concat([Buffer.from('Jürgen Mü'), Buffer.from([0xff]), Buffer.from('ller, Köln')])
  expect(decodeText(bytes)).toBe(`Jürgen Mü${LOST_CHARACTER}ller, Köln`)
  expect(hasLostCharacters(decodeText(bytes))).toBe(true)
})

test('the end of truncated text is dropped if it is within a character', () => {
  for (const bytes of [Buffer.from('Köln 🚪'), Buffer.from('\uFEFFKöln 🚪', 'utf16le')]) {
    expect(decodeText(bytes.subarray(0, -1), { cut: true })).toBe('Köln ')
  }
})

test('files of unknown encoding are decoded in one place', () => {
  const files = execFileSync('git', ['ls-files', 'client', 'server', 'shared'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path))
  const others = files.filter((path) =>
    /TextDecoder|file\.text\(\)|readAsText/.test(readFileSync(path, 'utf8')),
  )
  expect(others).toEqual([
    'server/base/adapters/documents/document-fonts.ts',
    'shared/base/text/decoding.ts',
    'shared/base/text/encodings.ts',
  ])
})

/** The text in an encoding of one byte per character. */
function encoded(text: string, label: string): Buffer {
  const all = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Buffer.from(Array.from(text, (character) => all.indexOf(character)))
}

describe('a file that is neither UTF-8 nor Windows-1252', () => {
  test.each([
    [
      'windows-1250',
      'Datum;Částka;Měna;Název protiúčtu;Zpráva\n2026-11-02;1,00;CZK;Řehoř;Platba',
      'Windows-1250',
    ],
    ['windows-1250', 'Data;Kwota;Tytuł\n2026-11-02;1,00;zapłata za usługę, Łódź', 'Windows-1250'],
    ['iso-8859-2', 'Data;Kwota;Tytuł\n2026-11-02;1,00;są ślady, źródło, Łódź', 'ISO 8859-2'],
    [
      'windows-1250',
      'Könyvelés dátuma;Összeg;Közlemény\n2026-11-02;1;Őszi előfizetés, gyűjtő',
      'Windows-1250',
    ],
    [
      'windows-1254',
      'Tarih;Tutar;Açıklama\n2026-11-02;1;Ödeme için teşekkürler, Şişli, İğdır',
      'Windows-1254',
    ],
    ['windows-1253', 'Ημερομηνία;Ποσό;Αιτιολογία\n2026-11-02;1;Πληρωμή τιμολογίου', 'Windows-1253'],
    ['windows-1251', 'Дата;Сумма;Назначение платежа\n2026-11-02;1;Оплата счёта Ada Ltd', 'Windows-1251'],
    [
      'windows-1257',
      'Data;Suma;Mokėjimo paskirtis\n2026-11-02;1;Už paslaugas, sąskaita, Šiauliai',
      'Windows-1257',
    ],
  ])('is read as the encoding in which its letters make words: %s', (label, text, name) => {
    const bytes = encoded(text, label)
    expect(decodeText(bytes)).toBe(text)
    expect(guessOf(bytes, text)).toContain(`was read as ${name}.`)
  })

  test.each([
    'Libellé;Débit\nVirement de Société Générale, reçu à Nîmes, Peña, où',
    'Causale;Entrate\nPerché è già più tardi, Società 20 €',
    'Beløb;Tekst\nOverførsel fra Sørensen på Ærø, 3 m³, £20',
    'Buchungstext;Betrag\nMüller & Söhne – „Grüße“, Größe 20 m², 5 €, Café, Šimko',
    'Concepto;Importe\n¿Qué? Año, Mª Núñez, 1º',
    'only £20 and 5 €',
    'n° 5',
    '5 µm',
    'Renée Dupont, Søren Holm, Núria Vidal, Hélène Roux',
    'Société à Genève, Bäckerei, Käser',
    'Città, caffè, perché, Bäckerei, Jäger, Bär',
    'Nicolò Käser',
    'Bjørn, Martín',
    'Søren, Zoë',
  ])('isn’t assumed of %j', (text) => {
    const bytes = toWindows1252(text)
    expect(decodeText(bytes)).toBe(text)
  })

  test('is noted with the letters to check, also of long words', () => {
    const text = `${'a'.repeat(100_000)}éb, c`
    expect(guessOf(toWindows1252(text), text)).toBe(
      `The file isn’t UTF-8 and was read as Windows-1252. Check the letters of “${'a'.repeat(20)}éb”. If they are wrong, save the file as UTF-8.`,
    )
    const many = 'Оплата счёта, '.repeat(30_000)
    expect(guessOf(encoded(many, 'windows-1251'), many)).toContain(
      'as Windows-1251. Check the letters of “Оплата”',
    )
  })

  test.each([
    ['iso-8859-2', '<?xml version="1.0" encoding="ISO-8859-2"?>\n<a>Źródło č</a>'],
    ['windows-1251', "<?xml version='1.0' encoding='windows-1251' ?><a>Оплата abc</a>"],
    ['windows-1250', 'OFXHEADER:100\nDATA:OFXSGML\nENCODING:USASCII\nCHARSET:1250\n\n<OFX>ř</OFX>'],
  ])('is read in the encoding that it states: %s', (label, text) => {
    const bytes = encoded(text, label)
    expect(decodeText(bytes)).toBe(text)
    expect(guessOf(bytes, text)).toBeNull()
  })

  test('is read in UTF-8 if it is valid, or by its letters if it states an unknown encoding', () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-2"?><a>Źródło</a>'
    expect(decodeText(Buffer.from(text))).toBe(text)
    const unknown = '<?xml version="1.0" encoding="EBCDIC-X"?><a>Źródło, zapłata</a>'
    expect(decodeText(encoded(unknown, 'windows-1250'))).toBe(unknown)
  })
})
