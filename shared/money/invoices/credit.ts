import type { TaxedPart } from '../../base/amounts/taxes.ts'
import type { PaymentMethod } from './payment-methods.ts'

/** Why a client's credit changed. */
export type CreditKind =
  | 'deposit'
  | 'overpayment'
  | 'credit_note'
  | 'applied'
  | 'unapplied'
  | 'refunded'
  | 'adjusted'

/** A change of a client's credit; the amount is in minor units, negative if credit was used. */
export interface CreditMovementDto {
  id: string
  date: string
  /** `reversed` if a payment that was recorded by mistake had created the credit. */
  kind: CreditKind | 'reversed'
  amount: number
  currency: string
  /** The invoice it came from or went to, or the credit note that used or returned granted credit. */
  invoice_id: string | null
  invoice_number: string | null
  payment_id: string | null
  note: string | null
}

export interface ClientCreditDto {
  /** The client's credit in each currency that has any. */
  balances: { amount: number; currency: string }[]
  /** A page of the history, newest first. */
  movements: CreditMovementDto[]
  nextCursor: string | null
}

/** An invoice line with what credit notes have left of it; amounts in minor units. */
export interface CreditableLineDto extends TaxedPart {
  position: number
  description: string
  unit: string | null
  quantity: number
  left_quantity: number
  /** As entered: including tax if the invoice's prices do. */
  left: number
  left_net: number
  left_tax: number
}

export interface CreditableDto {
  currency: string
  prices_include_tax: boolean
  /** Including tax. */
  left: number
  due: number
  lines: CreditableLineDto[]
  /** The payment with the largest refundable amount; null if there is none. */
  refundable: { payment_id: string; left: number; method: PaymentMethod } | null
}

export const LATE_FEE_MODES = ['off', 'draft', 'send'] as const
export type LateFeeMode = (typeof LATE_FEE_MODES)[number]
export const LATE_FEE_TYPES = ['percent', 'flat'] as const
export type LateFeeType = (typeof LATE_FEE_TYPES)[number]
