import { AFRelationship, PDFDocument, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'

interface Written {
  creator: string
  subject: string
  issuedOn: string
}

/** Corrects what the e-invoice library writes into a PDF, which is returned as it is if nothing is wrong. */
export async function correctFacturX(pdf: Uint8Array, written: Written): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const corrected = [correctInvoice(document, written), correctMetadata(document, written)]
  return corrected.includes(true) ? document.save() : pdf
}

const DATA = 'factur-x.xml'

/** The standard doesn't allow currency attributes on amounts, except for taxes (CII-DT-031). */
function correctInvoice(document: PDFDocument, { issuedOn }: Written): boolean {
  const [data] = document.getAttachments().filter(({ name }) => name === DATA)
  const xml = Buffer.from(data?.data ?? []).toString()
  const plain = xml.replace(/(<ram:(?!TaxTotal)\w*Amount) currencyID="\w+"/g, '$1')
  if (data === undefined || plain === xml) return false
  const day = new Date(`${issuedOn}T12:00:00Z`)
  document.detach(DATA)
  void document.attach(Buffer.from(plain), DATA, {
    mimeType: 'text/xml',
    description: 'Factur-X',
    creationDate: day,
    modificationDate: day,
    afRelationship: AFRelationship.Alternative,
  })
  return true
}

/**
 * The library writes one byte for each character of the metadata, which is XML in UTF-8, so that names such as
 * “Müller” make it unreadable. Restores the texts at the places where it writes them.
 */
function correctMetadata(document: PDFDocument, { creator, subject }: Written): boolean {
  if (isAscii(creator) && isAscii(subject)) return false
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
  return true
}

const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text)

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const asWritten = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')
