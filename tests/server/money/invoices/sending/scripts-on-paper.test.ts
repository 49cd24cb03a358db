import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { unprintable } from '#server/base/adapters/documents/document-fonts.ts'
import { renderInvoicePdf } from '#server/base/adapters/documents/documents.ts'
import { paperOf } from '#shared/money/invoices/invoice-paper.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { documentOf } from './e-invoice-document.ts'

const MARGIN = 44
const RIGHT = 595.28 - MARGIN
/** In `npm run test:all`, some documents have three pages. */
const LINES = casesHere(60)

/** An invoice whose names and lines are written in the script. */
function invoiceOf(texts: readonly string[]) {
  const { parties, items } = documentOf({})
  const [first = '', last = ''] = [texts[0], texts.at(-1)]
  const descriptions = Array.from({ length: LINES }, (_, index) => texts[index % texts.length] ?? '')
  return documentOf({
    title: first,
    description: texts.join('\n'),
    notes: texts.join(' '),
    items: descriptions.map((description) => ({ ...items[0], description, quantity: 1, rate: 9000 })),
    parties: {
      ...parties,
      seller: { ...parties.seller, company: first },
      buyer: { ...parties.buyer, company: last, address: texts.join('\n') },
      footer: first,
    },
  })
}

/** What is drawn: the characters, their horizontal extent, and the number of glyphs that no font has. */
async function readPdf(pdf: Buffer) {
  const { OPS } = await getResolvedPDFJS()
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const read = { text: '', pages: document.numPages, left: RIGHT, right: 0, missing: 0, glyphs: 0 }
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) {
      if (!('transform' in item) || item.str.trim() === '') continue
      read.text += item.str
      read.left = Math.min(read.left, item.transform[4])
      read.right = Math.max(read.right, item.transform[4] + item.width)
    }
    const { fnArray, argsArray } = await page.getOperatorList()
    for (const [index, operator] of fnArray.entries()) {
      if (operator !== OPS.showText && operator !== OPS.showSpacedText) continue
      const glyphs: unknown[] = argsArray[index][0]
      for (const glyph of glyphs) {
        if (typeof glyph !== 'object' || glyph === null || !('originalCharCode' in glyph)) continue
        read.glyphs++
        if (glyph.originalCharCode === 0) read.missing++
      }
    }
  }
  return read
}

const sorted = (text: string): string => [...text.replace(/\s/g, '').normalize('NFKC')].sort().join('')

const SCRIPTS: Record<string, string[]> = {
  Japanese: [
    'ウェブサイトのデザインと開発、東京本社向けの追加ページ（第2版）を含む作業一式。打ち合わせ3回と修正対応を含みます。',
    '翻訳：英語から日本語へ',
  ],
  'simplified Chinese': [
    '网站设计与开发，包括首页、产品页面以及为期三个月的维护和内容更新服务，另加两轮修改',
    '翻译成中文',
  ],
  'traditional Chinese': [
    '網站設計與開發，包括首頁、產品頁面以及為期三個月的維護和內容更新服務，另加兩輪修改',
    '翻譯成中文',
  ],
  Korean: [
    '웹사이트 디자인 및 개발 작업, 세 차례의 수정과 회의를 포함하며 모바일 화면도 함께 제작합니다',
    '번역 작업',
  ],
  Arabic: [
    'تصميم الموقع الإلكتروني (الإصدار 2.5) مع ثلاث جولات من المراجعة والتعديلات على جميع الصفحات الرئيسية',
    'مرحبا Foyer بالعالم 123',
  ],
  Hebrew: [
    'עיצוב ופיתוח של אתר החברה (גרסה 2.5) כולל שלושה סבבי תיקונים ופגישות, וגם תרגום לאנגלית של הכול',
    'שלום',
  ],
  'mixed scripts': [
    'Website デザイン for 株式会社 in 東京, with مرحبا and שלום',
    'Ελληνικά, русский, Tiếng Việt, 한국어',
  ],
  emoji: ['Launch 🚀 party 🎉 for the team 👍 ☀️ ✅', 'Done → next ★'],
}

describe.each(Object.entries(SCRIPTS))('an invoice in %s', (name, texts) => {
  test('has a glyph for each character and stays within the margins', async () => {
    const pdf = await renderInvoicePdf(paperOf(invoiceOf(texts)))
    const read = await readPdf(pdf)
    expect(read.glyphs).toBeGreaterThan(LINES * 20)
    expect(read.missing).toBe(0)
    expect(read.left).toBeGreaterThanOrEqual(MARGIN - 0.5)
    expect(read.right).toBeLessThanOrEqual(RIGHT + 0.5)
    expect(read.pages).toBeLessThan(6)
    expect(texts.flatMap(unprintable)).toEqual([])
    // Ligatures and marks may be extracted in parts; each letter must be there.
    const letters = new Set(sorted(read.text))
    const expected = [...new Set(sorted(texts.join('')))].filter(
      (char) => !/\p{Default_Ignorable_Code_Point}/u.test(char),
    )
    expect({ name, lost: expected.filter((char) => !letters.has(char)) }).toEqual({ name, lost: [] })
  })
})

const fontsOf = (pdf: Buffer): string[] =>
  [
    ...new Set(
      [...pdf.toString('latin1').matchAll(/\/FontName \/[A-Z]+\+([\w-]+)/g)].map(([, font = '']) => font),
    ),
  ].sort()

test('only the fonts that a document needs are embedded, as subsets', async () => {
  const pdfOf = async (texts: string[]) => renderInvoicePdf(paperOf(invoiceOf(texts)))
  const latin = await pdfOf(['Émile’s “café” – €5, Ελληνικά, русский'])
  expect(fontsOf(latin)).toEqual(['Inter-Regular', 'Inter-SemiBold'])
  const japanese = await pdfOf(SCRIPTS.Japanese ?? [])
  expect(fontsOf(japanese)).toEqual(['Inter-Regular', 'Inter-SemiBold', 'NotoSansJP-Regular'])
  expect(japanese.length).toBeLessThan(80_000)
})

test.each([
  ['網站設計', 'NotoSansTC-Regular'],
  ['网站设计', 'NotoSansSC-Regular'],
  ['웹사이트', 'NotoSansKR-Regular'],
])('%s is written with %s', async (text, font) => {
  const pdf = await renderInvoicePdf(paperOf(invoiceOf([text])))
  expect(fontsOf(pdf)).toContain(font)
})

test("the characters of a Japanese client's name have Japanese forms in an English invoice", async () => {
  const { parties } = documentOf({})
  const buyer = { ...parties.buyer, country: 'JP', company: '直角骨', address: null, city: '東京' }
  const pdf = await renderInvoicePdf(paperOf(documentOf({ parties: { ...parties, buyer } })))
  expect(fontsOf(pdf)).toEqual(['Inter-Regular', 'Inter-SemiBold', 'NotoSansJP-Regular'])
})

test('a character that no font has is drawn as a box and reported', async () => {
  const text = 'Cuneiform 𒀀 and again 𒀀'
  const read = await readPdf(await renderInvoicePdf(paperOf(invoiceOf([text]))))
  expect(read.missing).toBe(0)
  expect(read.text).toContain('□')
  expect(unprintable(text)).toEqual(['𒀀'])
  expect(unprintable('Plain\ttext\r\nand\u00adsoft')).toEqual([])
})

test('Arabic is drawn from right to left: the first word is the rightmost', async () => {
  const pdf = await renderInvoicePdf(paperOf(documentOf({ title: 'أول 12 ثان' })))
  const { items } = await (await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)).getTextContent()
  const placeOf = (word: RegExp) => {
    const found = items.find((item) => 'str' in item && word.test(item.str.normalize('NFKC')))
    return found !== undefined && 'transform' in found ? found.transform[4] : Number.NaN
  }
  const [first, number, second] = [placeOf(/أول|لوأ/), placeOf(/^\s*12\s*$/), placeOf(/ثان|ناث/)]
  expect(first).toBeGreaterThan(number)
  expect(number).toBeGreaterThan(second)
})
