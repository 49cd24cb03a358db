/** Per mail, and per client in addition to its own address. */
export const MAX_RECIPIENTS = 20

/** The unedited mail of a document. */
export interface MailDraftDto {
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  /** Paragraphs separated by blank lines; `{number}` and `{link}` are filled in when it is sent. */
  body: string
}

/** Notes for the sender before a document is sent. */
export interface SendingNotesDto {
  /** False if they must confirm their own address first. */
  may_send: boolean
  /** Set for the first invoices after the bank details changed, so that senders check them. */
  bank_change: { at: string; by: string } | null
  /**
   * Set if the draft's due date, or that of its first installment, has passed; offers a new one for `due_date` of
   * `invoices.send`.
   */
  due: { passed: string; offered: string } | null
  /**
   * For a final invoice, the client's advance invoices that aren't fully paid. The open amount of a deducted one is
   * credited when the final invoice is sent; the others stay open.
   */
  open_advances: { id: string; number: string; due: number; deducted: boolean }[]
  /** Where the lines of a draft differ from the agency's tax rates; empty if it has none. */
  taxes: TaxNote[]
  /** Set if the draft has its own exchange rate, not that of the table. */
  exchange_rate: { entered: string; table: string; quoted_on: string } | null
}

export interface TaxNote {
  /** The line's rate is archived, it was changed, or a percentage was entered that no rate has. */
  reason: 'archived' | 'changed' | 'typed'
  /** As on the lines: `VAT 19%`. */
  tax: string
  /** The descriptions of the lines. */
  lines: string[]
}

export interface Addressee {
  /** Empty if only the address is known. */
  name: string
  email: string
}

/** A mail's recipients as in its headers, where Bcc is hidden. */
export interface Addressees {
  to: Addressee[]
  cc: string[]
  bcc: string[]
}

/** `a@example.com, b@example.com, cc c@example.com` */
export function addresseeText({ to, cc, bcc }: Addressees): string {
  const copies = (word: string, addresses: string[]) => addresses.map((address) => `${word} ${address}`)
  return [...to.map(({ email }) => email), ...copies('cc', cc), ...copies('bcc', bcc)].join(', ')
}
