import { flag, id, oneOf, searchOf, text } from '#client/lib/search-params.ts'
import { BANK_LINE_STATUSES } from '#shared/money/bank/bank.ts'

/** Part of the parameters of Accounts & Finance. */
export const bankParams = {
  bank_status: oneOf(BANK_LINE_STATUSES, 'open'),
  bank_account: id,
  bank_search: text,
  /** The line whose panel is open. */
  line: id,
  /** The open dialog or drawer. */
  importing: flag,
  statements: flag,
}

export const bankSearch = searchOf(bankParams)
