/** The rules of EN 16931 (and one of Peppol) about figures, applied to a document in UBL terms. */
type Node = Record<string, unknown>

const nodes = (value: unknown): Node[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as Node]
const at = (node: Node, ...path: string[]): Node =>
  path.reduce<Node>((inner, key) => (inner[key] ?? {}) as Node, node)
/** Hundredths, so that totals are exact. */
const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100)
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

const rateOf = (category: Node): string => `${category['cbc:ID']} ${category['cbc:Percent'] ?? ''}`

interface Money {
  node: Node
  amount: number
  rate: string
}

/** The names of the rules that the document violates. */
export function brokenRules(document: { 'ubl:Invoice': object }): string[] {
  const invoice = document['ubl:Invoice'] as Node
  const totals = at(invoice, 'cac:LegalMonetaryTotal')
  const [taxTotal = {}, booked] = nodes(invoice['cac:TaxTotal'])
  const subtotals = nodes(taxTotal['cac:TaxSubtotal'])
  const lines: Money[] = nodes(invoice['cac:InvoiceLine']).map((node) => ({
    node,
    amount: cents(node['cbc:LineExtensionAmount']),
    rate: rateOf(at(node, 'cac:Item', 'cac:ClassifiedTaxCategory')),
  }))
  const allowances: Money[] = nodes(invoice['cac:AllowanceCharge']).map((node) => ({
    node,
    amount: cents(node['cbc:Amount']),
    rate: rateOf(at(node, 'cac:TaxCategory')),
  }))
  const amountsOf = (entries: Money[]) => sum(entries.map(({ amount }) => amount))
  const total = (name: string) => cents(totals[name])
  const taxes = sum(subtotals.map((subtotal) => cents(subtotal['cbc:TaxAmount'])))
  const net = total('cbc:TaxExclusiveAmount')
  const keeps: [rule: string, kept: boolean][] = [
    ['BR-CO-10', total('cbc:LineExtensionAmount') === amountsOf(lines)],
    ['BR-CO-11', total('cbc:AllowanceTotalAmount') === amountsOf(allowances)],
    ['BR-CO-13', net === amountsOf(lines) - amountsOf(allowances)],
    ['BR-CO-14', cents(taxTotal['cbc:TaxAmount']) === taxes],
    ['BR-CO-15', total('cbc:TaxInclusiveAmount') === net + taxes],
    [
      'BR-CO-16',
      total('cbc:PayableAmount') ===
        total('cbc:TaxInclusiveAmount') - ('cbc:PrepaidAmount' in totals ? total('cbc:PrepaidAmount') : 0),
    ],
    ['BR-CL-05', invoice['cbc:TaxCurrencyCode'] !== 'STN'],
    ['BR-53', invoice['cbc:TaxCurrencyCode'] === booked?.['cbc:TaxAmount@currencyID']],
    ['BR-DEC-15', /^-?\d+(\.\d{1,2})?$/.test(String(booked?.['cbc:TaxAmount'] ?? 0))],
    ['BR-CO-18', subtotals.length > 0],
    ['BR-CO-25', invoice['cbc:InvoiceTypeCode'] === '381' || 'cbc:DueDate' in invoice],
    ['one breakdown per rate', hasOneEach(subtotals.map((part) => rateOf(at(part, 'cac:TaxCategory'))))],
    ...subtotals.flatMap((part) => subtotalRules(part, lines, allowances)),
    ...lines.map(({ node }): [string, boolean] => ['PEPPOL-EN16931-R120', lineAddsUp(node)]),
  ]
  return keeps.flatMap(([rule, kept]) => (kept ? [] : [rule]))
}

const hasOneEach = (rates: string[]): boolean => new Set(rates).size === rates.length

/** Untaxed categories that require a reason. */
const EXPLAINED = ['E', 'AE', 'G', 'O']

function subtotalRules(part: Node, lines: Money[], allowances: Money[]): [string, boolean][] {
  const category = at(part, 'cac:TaxCategory')
  const letter = String(category['cbc:ID'])
  const rate = rateOf(category)
  const percent = Number(category['cbc:Percent'] ?? 0)
  const base = cents(part['cbc:TaxableAmount'])
  const tax = cents(part['cbc:TaxAmount'])
  const sumOf = (entries: Money[]) => sum(entries.filter((entry) => entry.rate === rate).map((e) => e.amount))
  return [
    [`BR-${letter}-08`, base === sumOf(lines) - sumOf(allowances)],
    // The rule allows for rounding line by line: less than one currency unit.
    ['BR-CO-17', Math.abs(tax - (base * percent) / 100) < 100],
    [`BR-${letter}-05`, letter === 'S' ? percent > 0 : percent === 0],
    [`BR-${letter}-09`, letter === 'S' || tax === 0],
    [`BR-${letter}-10`, EXPLAINED.includes(letter) === 'cbc:TaxExemptionReason' in category],
  ]
}

/** Quantity × price less the line's allowances, within two hundredths. */
function lineAddsUp(line: Node): boolean {
  const price = at(line, 'cac:Price')
  const perUnit = Number(price['cbc:PriceAmount']) / Number(price['cbc:BaseQuantity'] ?? 1)
  const off = sum(nodes(line['cac:AllowanceCharge']).map((node) => Number(node['cbc:Amount'])))
  const wanted = Number(line['cbc:InvoicedQuantity']) * perUnit - off
  return Math.abs(wanted - Number(line['cbc:LineExtensionAmount'])) <= 0.02
}
