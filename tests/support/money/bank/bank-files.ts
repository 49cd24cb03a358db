import { toDecimal } from '#shared/base/amounts/money.ts'

/** A transaction to render in each format. */
export interface SampleLine {
  /** YYYY-MM-DD */
  day: string
  /** Minor units; negative for money that left the account. */
  amount: number
  name: string
  iban: string
  text: string
  /** The payer's reference. */
  endToEnd: string
  /** The bank's id. */
  id: string
}

export interface SampleStatement {
  account: string
  currency: string
  opening: number
  lines: readonly SampleLine[]
  /** YYYY-MM-DD */
  from: string
  to: string
}

export const closingOf = ({ opening, lines }: SampleStatement): number =>
  lines.reduce((sum, line) => sum + line.amount, opening)

const positive = (amount: number, currency: string) => toDecimal(Math.abs(amount), currency)
const side = (amount: number) => (amount < 0 ? 'DBIT' : 'CRDT')
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** CAMT.053, version 2 or 8, which use different elements for parties and states. */
export function toCamt(statements: readonly SampleStatement[], version: 2 | 8 = 8): string {
  const party = (name: string) => (version === 2 ? `<Nm>${name}</Nm>` : `<Pty><Nm>${name}</Nm></Pty>`)
  const state = version === 2 ? 'BOOK' : '<Cd>BOOK</Cd>'
  const balance = (code: string, amount: number, currency: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${positive(amount, currency)}</Amt>` +
    `<CdtDbtInd>${side(amount)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = (line: SampleLine, currency: string) => {
    const role = line.amount < 0 ? 'Cdtr' : 'Dbtr'
    return (
      `<Ntry><Amt Ccy="${currency}">${positive(line.amount, currency)}</Amt><CdtDbtInd>${side(line.amount)}</CdtDbtInd>` +
      `<Sts>${state}</Sts><BookgDt><Dt>${line.day}</Dt></BookgDt><ValDt><Dt>${line.day}</Dt></ValDt>` +
      `<NtryDtls><TxDtls><Refs><EndToEndId>${escaped(line.endToEnd) || 'NOTPROVIDED'}</EndToEndId>` +
      `<AcctSvcrRef>${escaped(line.id)}</AcctSvcrRef></Refs>` +
      `<RltdPties><${role}>${party(escaped(line.name))}</${role}>` +
      `<${role}Acct><Id><IBAN>${line.iban}</IBAN></Id></${role}Acct></RltdPties>` +
      `<RmtInf><Ustrd>${escaped(line.text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
    )
  }
  const parts = statements.map(
    (statement, index) =>
      `<Stmt><Id>S${index + 1}</Id><FrToDt><FrDtTm>${statement.from}T00:00:00</FrDtTm><ToDtTm>${statement.to}T23:59:59</ToDtTm></FrToDt>` +
      `<Acct><Id><IBAN>${statement.account}</IBAN></Id><Ccy>${statement.currency}</Ccy></Acct>` +
      balance('OPBD', statement.opening, statement.currency, statement.from) +
      balance('CLBD', closingOf(statement), statement.currency, statement.to) +
      statement.lines.map((line) => entry(line, statement.currency)).join('\n') +
      '</Stmt>',
  )
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.0${version}">` +
    `<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>${parts.join('\n')}</BkToCstmrStmt></Document>`
  )
}

const short = (day: string) => day.slice(2).replaceAll('-', '')
const chunks = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? []

/** MT940 with the structured text of German banks. */
export const toMt940 = (statements: readonly SampleStatement[]): string =>
  statements
    .map((statement, index) => {
      const { currency } = statement
      const amount = (minor: number) => {
        const decimal = positive(minor, currency)
        return decimal.includes('.') ? decimal.replace('.', ',') : `${decimal},`
      }
      const balance = (tag: string, minor: number, day: string) =>
        `:${tag}:${minor < 0 ? 'D' : 'C'}${short(day)}${currency}${amount(minor)}`
      return [
        ':20:STARTUMS',
        `:25:${statement.account}`,
        `:28C:${String(index + 1).padStart(5, '0')}/001`,
        balance('60F', statement.opening, statement.from),
        ...statement.lines.flatMap((line) => [
          `:61:${short(line.day)}${short(line.day).slice(2)}${line.amount < 0 ? 'D' : 'C'}${amount(line.amount)}NTRFNONREF//${line.id}`,
          `:86:${germanText(line)}`,
        ]),
        balance('62F', closingOf(statement), statement.to),
        '-',
      ].join('\r\n')
    })
    .join('\r\n')

function germanText(line: SampleLine): string {
  const remittance = `${line.endToEnd === '' ? '' : `EREF+${line.endToEnd}`}SVWZ+${line.text}`
  const codes = [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63]
  const text = chunks(remittance, 27).map((part, index) => `?${codes[index]}${part}`)
  const names = chunks(line.name, 27).map((part, index) => `?${32 + index}${part}`)
  return [`166?00GUTSCHRIFT`, ...text, `?30TESTDEFF?31${line.iban}`, ...names].join('\r\n')
}

/** OFX 1.x, whose values have no end tags, or 2.x. */
export function toOfx(statements: readonly SampleStatement[], version: 1 | 2 = 2): string {
  const value = (tag: string, text: string) =>
    version === 1 ? `<${tag}>${escaped(text)}\n` : `<${tag}>${escaped(text)}</${tag}>`
  const day = (date: string) => `${date.replaceAll('-', '')}120000[0:GMT]`
  const parts = statements.map(
    (statement) =>
      `<STMTTRNRS>${value('TRNUID', '1')}<STMTRS>${value('CURDEF', statement.currency)}` +
      `<BANKACCTFROM>${value('BANKID', 'TEST')}${value('ACCTID', statement.account)}${value('ACCTTYPE', 'CHECKING')}</BANKACCTFROM>` +
      `<BANKTRANLIST>${value('DTSTART', day(statement.from))}${value('DTEND', day(statement.to))}` +
      statement.lines
        .map(
          (line) =>
            `<STMTTRN>${value('TRNTYPE', line.amount < 0 ? 'DEBIT' : 'CREDIT')}${value('DTPOSTED', day(line.day))}` +
            `${value('TRNAMT', toDecimal(line.amount, statement.currency))}${value('FITID', line.id)}` +
            `${line.endToEnd === '' ? '' : value('REFNUM', line.endToEnd)}${value('NAME', line.name)}` +
            `<BANKACCTTO>${value('ACCTID', line.iban)}</BANKACCTTO>${value('MEMO', line.text)}</STMTTRN>`,
        )
        .join('') +
      `</BANKTRANLIST><LEDGERBAL>${value('BALAMT', toDecimal(closingOf(statement), statement.currency))}` +
      `${value('DTASOF', day(statement.to))}</LEDGERBAL></STMTRS></STMTTRNRS>`,
  )
  const header =
    version === 1
      ? 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:UTF-8\n\n'
      : '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n'
  return `${header}<OFX><BANKMSGSRSV1>${parts.join('')}</BANKMSGSRSV1></OFX>`
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** A CSV file as German banks export it, or with international number formats. */
export function toBankCsv(statement: SampleStatement, style: 'german' | 'iso' = 'german'): string {
  const german = style === 'german'
  const separator = german ? ';' : ','
  const columns = german
    ? [
        'Buchungstag',
        'Zahlungspartner',
        'IBAN',
        'Verwendungszweck',
        'Betrag',
        'Währung',
        'End-to-End-Referenz',
        'Umsatz-ID',
        'Saldo',
      ]
    : [
        'Date',
        'Name',
        'IBAN',
        'Description',
        'Amount',
        'Currency',
        'End to end id',
        'Transaction id',
        'Balance',
      ]
  const money = (minor: number) => {
    const decimal = toDecimal(minor, statement.currency)
    if (!german) return decimal
    const [whole = '', fraction] = decimal.split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
    return fraction === undefined ? grouped : `${grouped},${fraction}`
  }
  let balance = statement.opening
  const rows = statement.lines.map((line) => {
    balance += line.amount
    const day = german ? line.day.split('-').reverse().join('.') : line.day
    return [
      day,
      line.name,
      line.iban,
      line.text,
      money(line.amount),
      statement.currency,
      line.endToEnd,
      line.id,
      money(balance),
    ]
  })
  return [columns, ...rows].map((row) => row.map(quoted).join(separator)).join('\r\n')
}
