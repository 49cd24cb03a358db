/** The rules of EN 16931, Germany and Peppol about parties and payment, applied to a document in UBL terms. */
type Node = Record<string, unknown>

const nodes = (value: unknown): Node[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as Node]
const at = (node: Node, ...path: string[]): Node =>
  path.reduce<Node>((inner, key) => (inner[key] ?? {}) as Node, node)
const textAt = (node: Node, ...path: string[]): string => {
  const value = at(node, ...path.slice(0, -1))[path.at(-1) ?? '']
  return typeof value === 'string' ? value : ''
}

interface Side {
  country: string
  /** The identifier of each tax scheme. */
  taxes: Record<string, string>
  register: string
  scheme: string
  street: string
  city: string
  zone: string
  endpoint: string
}

function sideOf(party: Node): Side {
  const taxes = nodes(party['cac:PartyTaxScheme']).map((node) => [
    textAt(node, 'cac:TaxScheme', 'cbc:ID'),
    textAt(node, 'cbc:CompanyID'),
  ])
  return {
    country: textAt(party, 'cac:PostalAddress', 'cac:Country', 'cbc:IdentificationCode'),
    taxes: Object.fromEntries(taxes),
    register: textAt(party, 'cac:PartyLegalEntity', 'cbc:CompanyID'),
    scheme: textAt(party, 'cac:PartyLegalEntity', 'cbc:CompanyID@schemeID'),
    street: textAt(party, 'cac:PostalAddress', 'cbc:StreetName'),
    city: textAt(party, 'cac:PostalAddress', 'cbc:CityName'),
    zone: textAt(party, 'cac:PostalAddress', 'cbc:PostalZone'),
    endpoint: textAt(party, 'cbc:EndpointID'),
  }
}

/** The names of the fatal rules that the document violates. */
export function brokenPartyRules(ubl: { 'ubl:Invoice': object }, format: string): string[] {
  const invoice = ubl['ubl:Invoice'] as Node
  const sellerNode = at(invoice, 'cac:AccountingSupplierParty', 'cac:Party')
  const seller = sideOf(sellerNode)
  const buyer = sideOf(at(invoice, 'cac:AccountingCustomerParty', 'cac:Party'))
  const letters = nodes(invoice['cac:InvoiceLine']).map((line) =>
    textAt(line, 'cac:Item', 'cac:ClassifiedTaxCategory', 'cbc:ID'),
  )
  const percents = nodes(invoice['cac:InvoiceLine']).map((line) =>
    Number(textAt(line, 'cac:Item', 'cac:ClassifiedTaxCategory', 'cbc:Percent')),
  )
  const has = (letter: string) => letters.includes(letter)
  const means = nodes(invoice['cac:PaymentMeans']).map((node) => textAt(node, 'cbc:PaymentMeansCode'))
  const contact = at(sellerNode, 'cac:Contact')
  const domestic = (country: string) => seller.country === country && buyer.country === country
  const german = format === 'xrechnung' || (format === 'peppol' && domestic('DE'))
  const prefixed = [seller.taxes.VAT, buyer.taxes.VAT].every((id) => id === undefined || /^[A-Z]{2}/.test(id))
  const dutch = (side: Side) => side.register === '' || ['0106', '0190'].includes(side.scheme)
  const all: [rule: string, kept: boolean][] = [
    ['BR-CO-09', prefixed],
    ['BR-CO-26', seller.register !== '' || seller.taxes.VAT !== undefined],
    ['BR-S-02', !(has('S') || has('Z') || has('E')) || Object.keys(seller.taxes).length > 0],
    [
      'BR-AE-02',
      !has('AE') ||
        (Object.keys(seller.taxes).length > 0 && (buyer.taxes.VAT !== undefined || buyer.register !== '')),
    ],
    ['BR-G-02', !has('G') || seller.taxes.VAT !== undefined],
    ['BR-O-02', !has('O') || (seller.taxes.VAT === undefined && buyer.taxes.VAT === undefined)],
    ['DE-R-001', !german || means.length > 0],
    ['DE-R-002', !german || Object.keys(contact).length === 3],
    ['DE-R-003', !german || (seller.city !== '' && seller.zone !== '')],
    ['DE-R-008', !german || (buyer.city !== '' && buyer.zone !== '')],
    ['DE-R-014', !german || !has('O')],
    ['DE-R-015', !german || textAt(invoice, 'cbc:BuyerReference') !== ''],
  ]
  const peppol: [rule: string, kept: boolean][] = [
    ['PEPPOL-EN16931-R010', seller.endpoint !== '' && buyer.endpoint !== ''],
    [
      'NL-R-002',
      seller.country !== 'NL' || (seller.street !== '' && seller.city !== '' && seller.zone !== ''),
    ],
    ['NL-R-003', seller.country !== 'NL' || dutch(seller)],
    ['NL-R-004', !domestic('NL') || (buyer.street !== '' && buyer.city !== '' && buyer.zone !== '')],
    ['NL-R-005', !domestic('NL') || dutch(buyer)],
    ['NL-R-007', seller.country !== 'NL' || means.length > 0 || invoice['cbc:InvoiceTypeCode'] === '381'],
    ['DK-R-005', !domestic('DK') || !means.includes('30')],
    ['DK-R-014', seller.country !== 'DK' || (/^\d{8}$/.test(seller.register) && seller.scheme === '0184')],
    ['IS-R-002', seller.country !== 'IS' || (seller.register !== '' && seller.scheme === '0196')],
    ['IS-R-003', seller.country !== 'IS' || (seller.street !== '' && seller.zone !== '')],
    ['IS-R-004', !domestic('IS') || (buyer.register !== '' && buyer.scheme === '0196')],
    [
      'IT-R-002',
      seller.country !== 'IT' || (seller.street !== '' && seller.city !== '' && seller.zone !== ''),
    ],
    ['NO-R-001', seller.country !== 'NO' || /^NO\d{9}MVA$/.test(seller.taxes.VAT ?? '')],
    ['SE-R-001', seller.country !== 'SE' || /^(SE\d{12})?$/.test(seller.taxes.VAT ?? '')],
    ['SE-R-004', seller.country !== 'SE' || /^(\d{10})?$/.test(seller.register)],
    ['SE-R-005', seller.country !== 'SE' || seller.taxes.TAX === undefined],
    [
      'SE-R-006',
      seller.country !== 'SE' || letters.every((l, i) => l !== 'S' || [25, 12, 6].includes(percents[i] ?? 0)),
    ],
    ['GR-R-004', seller.country !== 'GR'],
  ]
  return [...all, ...(format === 'peppol' ? peppol : [])].flatMap(([rule, kept]) => (kept ? [] : [rule]))
}
