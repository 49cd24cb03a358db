const text = (content: string) => Buffer.from(content, 'latin1')
const padded = (...parts: (string | number[])[]) =>
  Buffer.concat([...parts.map((part) => Buffer.from(part as string, 'latin1')), Buffer.alloc(600)])

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const JPEG = padded([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0])
const OLE = padded([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const ZIP = padded(
  'PK\x03\x04',
  [20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x5a],
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
  'a',
)
const PDF = text('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const HTML = text('<!doctype html><script>alert(1)</script>')
const SVG = text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')

const PLAIN = 'application/octet-stream'

interface FileSample {
  name: string
  bytes: Buffer
  /** The stored type. */
  type: string
}

/** Files as people send them whose name doesn't reveal their type, or whose first bytes are unusual. */
export const UNUSUAL_FILES: readonly FileSample[] = [
  { name: 'password.docx', bytes: OLE, type: 'application/x-cfb' },
  { name: 'password.xlsx', bytes: OLE, type: 'application/x-cfb' },
  { name: 'password.pptx', bytes: OLE, type: 'application/x-cfb' },
  { name: 'saved as the newer kind.doc', bytes: ZIP, type: 'application/zip' },
  { name: 'letter.doc', bytes: text('{\\rtf1\\ansi Dear client}'), type: 'application/rtf' },
  { name: 'report.xls', bytes: text('<html><table><tr><td>1</td></tr></table></html>'), type: PLAIN },
  { name: 'report as xml.xls', bytes: text('<?xml version="1.0"?><Workbook/>'), type: PLAIN },
  { name: 'tabs.xls', bytes: text('Date\tAmount\r\n2026-01-01\t5\r\n'), type: PLAIN },
  { name: 'scan.pdf', bytes: Buffer.concat([text('\r\n \n'), PDF]), type: 'application/pdf' },
  { name: 'mark.pdf', bytes: Buffer.concat([text('\xef\xbb\xbf'), PDF]), type: 'application/pdf' },
  { name: 'printer.pdf', bytes: Buffer.concat([text('\x1b%-12345X@PJL\r\n'), PDF]), type: 'application/pdf' },
  { name: 'zeros.pdf', bytes: Buffer.concat([Buffer.alloc(900), PDF]), type: 'application/pdf' },
  { name: 'broken.pdf', bytes: text('<pre>Session expired</pre>'), type: PLAIN },
  { name: 'photo.jpg', bytes: PNG, type: 'image/png' },
  { name: 'photo.png', bytes: JPEG, type: 'image/jpeg' },
  { name: 'picture.pdf', bytes: JPEG, type: 'image/jpeg' },
  { name: 'mark.png', bytes: Buffer.concat([text('\xef\xbb\xbf'), PNG]), type: PLAIN },
  { name: 'two marks.png', bytes: Buffer.concat([text('\xef\xbb\xbf\xef\xbb\xbf'), PNG]), type: PLAIN },
  { name: 'song.mp3', bytes: text('unknown'), type: PLAIN },
  { name: 'BMW.txt', bytes: text('BMW, M\xfcnchen\n'), type: PLAIN },
  { name: 'parts.csv', bytes: text('MZ-100;2\r\nMZ-200;1\r\n'), type: PLAIN },
  { name: 'about.txt', bytes: text('%PDF is how a PDF file begins.'), type: PLAIN },
  { name: 'constructor', bytes: text('no extension'), type: PLAIN },
]

/** Attacks: content that a browser would execute if it were served under the type of its name or its own. */
export const HOSTILE_FILES: readonly FileSample[] = [
  { name: 'page.png', bytes: HTML, type: PLAIN },
  { name: 'page.pdf', bytes: HTML, type: PLAIN },
  { name: 'drawing.png', bytes: SVG, type: PLAIN },
  { name: 'drawing.pdf', bytes: SVG, type: PLAIN },
  { name: 'drawing.svg', bytes: SVG, type: PLAIN },
  { name: 'page.html', bytes: HTML, type: PLAIN },
  { name: 'page and document.pdf', bytes: Buffer.concat([HTML, PDF]), type: PLAIN },
  { name: 'drawing and document.pdf', bytes: Buffer.concat([SVG, PDF]), type: PLAIN },
  { name: 'picture and script.gif', bytes: text('GIF89a/*aaaa*/=1;alert(1)'), type: PLAIN },
  { name: 'bitmap and script.bmp', bytes: text('BM=1;alert(1)//'), type: PLAIN },
  { name: 'picture and page.png', bytes: Buffer.concat([PNG, HTML]), type: 'image/png' },
  { name: 'picture and document.pdf', bytes: Buffer.concat([PNG, PDF]), type: 'image/png' },
  { name: 'archive and document.pdf', bytes: Buffer.concat([ZIP, PDF]), type: 'application/zip' },
]

/** Never accepted, whatever the name. */
export const EXECUTABLE_FILES: readonly Pick<FileSample, 'name' | 'bytes'>[] = [
  { name: 'invoice.pdf', bytes: padded('MZ') },
  { name: 'holiday.png', bytes: padded('\x7fELF\x02\x01\x01') },
  { name: 'program and document.pdf', bytes: Buffer.concat([padded('MZ'), PDF]) },
  { name: 'notes.txt', bytes: text('#!/bin/sh\nrm -rf /') },
  { name: 'script and document.pdf', bytes: Buffer.concat([text('#!/bin/sh\n'), PDF]) },
  { name: 'setup.exe', bytes: PNG },
]

/** First bytes to combine at random. */
export const FRAGMENTS: readonly Buffer[] = [
  ...[PNG, JPEG, OLE, ZIP, PDF, HTML, SVG],
  ...['GIF89a', 'BM', 'MZ', 'ID3', '#!', '%PDF-1', '<', '\xef\xbb\xbf', '\xff\xfe', '\0', '\n', 'RIFF'].map(
    text,
  ),
]
