/** A contributor's bank account for payouts. The number is only shown in part; the bank's file has all of it. */
export interface PayoutAccountDto {
  employee_id: string
  employee_name: string
  account_holder: string
  /** `DE89 … 3000`. */
  iban_hint: string
  bic: string | null
  /** The name of the person who last changed it. */
  changed_by: string
  version: number
  updated_at: string
}

/** `open` batches reserve their payouts until they are settled or canceled. */
export type SepaBatchStatus = 'open' | 'paid' | 'canceled'

/** A file with credit transfers for the agency's bank. */
export interface SepaBatchDto {
  id: string
  /** Minor units of euros. */
  total: number
  transfer_count: number
  /** How many of its payouts are recorded as paid. */
  paid_count: number
  status: SepaBatchStatus
  execute_on: string
  made_by: string
  created_at: string
}

/** Downloads a batch's file. */
export const sepaFileAddress = (id: string): string => `/sepa-batches/${id}`
