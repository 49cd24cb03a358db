import { PDFDocument, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'

/**
 * The e-invoice library writes one byte for each character of a PDF's metadata, which is XML in UTF-8, so that
 * names such as “Müller” make it unreadable. Restores the texts at the places where the library writes them.
 */
export async function withReadableMetadata(
  pdf: Uint8Array,
  { creator, subject }: { creator: string; subject: string },
): Promise<Uint8Array> {
  if (isAscii(creator) && isAscii(subject)) return pdf
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const place = document.catalog.get(PDFName.of('Metadata'))
  const metadata = document.context.lookup(place)
  if (!(place instanceof PDFRef && metadata instanceof PDFRawStream))
    throw new Error('A PDF without metadata')
  const written = Buffer.from(metadata.contents).toString('latin1')
  const restored = [
    { text: creator, end: '</rdf:li>' },
    { text: creator, end: '</pdf:Producer>' },
    { text: subject, end: '</rdf:li>' },
  ].reduce((xml, { text, end }) => {
    const element = Buffer.from(`>${escapeXml(text)}${end}`)
    return xml.replaceAll(asWritten(element.toString()), () => element.toString('latin1'))
  }, written)
  const stream = document.context.stream(Buffer.from(restored, 'latin1'), {
    Type: 'Metadata',
    Subtype: 'XML',
  })
  document.context.assign(place, stream)
  return document.save()
}

const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text)

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const asWritten = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')
