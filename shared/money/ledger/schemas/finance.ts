import { z } from 'zod'
import { MAX_AMOUNT } from '../../../base/amounts/money.ts'
import { currencyCode } from '../../../base/amounts/schemas/exchange.ts'
import { taxRateInput } from '../../../base/amounts/schemas/rates.ts'
import { REQUIRED } from '../../../base/errors.ts'
import { calendarDate, IN_ORDER, inOrder } from '../../../base/schemas/dates.ts'
import { pageInput } from '../../../base/schemas/paging.ts'
import { optionalText, requiredText, searchText } from '../../../base/schemas/text.ts'
import { countryCode } from '../../../identity/letterhead/schemas/profile.ts'
import { EXPENSE_CATEGORIES, EXPENSE_TREATMENTS, isTaxPayment, LEDGER_DIRECTIONS } from '../finance.ts'
import { DEDUCTIBLE, owesTax } from '../taxes/purchases.ts'
import { confirmPeriod } from './closed-periods.ts'

export const periodInput = z
  .strictObject({ from: calendarDate.nullish(), to: calendarDate.nullish() })
  .refine(inOrder, IN_ORDER)

export const transactionListInput = z.strictObject({
  ...pageInput,
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
  /** The ledger's direction; the name `direction` is used for paging. */
  flow: z.enum(LEDGER_DIRECTIONS).nullish(),
  category: z.string().trim().max(60).nullish(),
  client_id: z.uuid().nullish(),
  project_id: z.uuid().nullish(),
  search: searchText,
})

export const expenseSaveInput = z
  .strictObject({
    id: z.uuid().optional(),
    version: z.int().optional(),
    category: z.enum(EXPENSE_CATEGORIES, REQUIRED),
    vendor: optionalText(),
    description: requiredText(REQUIRED),
    amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT),
    /** The base currency if omitted. */
    currency: currencyCode.optional(),
    /** What an amount in another currency cost in the base currency; otherwise the exchange rate of the day is used. */
    base_amount: z
      .int('Amount must be a number')
      .min(1, 'Amount must be more than 0')
      .max(MAX_AMOUNT)
      .nullish(),
    spent_on: calendarDate,
    client_id: z.uuid().nullish(),
    project_id: z.uuid().nullish(),
    /** The id returned by the receipt upload; null removes the receipt. */
    receipt_id: z.uuid().nullish(),
    rebillable: z.boolean().default(false),
    /** Money back from a supplier, or its credit note: the amounts are subtracted. */
    refund: z.boolean().default(false),
    /** The tax included in the amount, and its rate in basis points. */
    tax_amount: z.int('Tax must be a number').min(0).max(MAX_AMOUNT).nullish(),
    tax_bps: taxRateInput.nullish(),
    treatment: z.enum(EXPENSE_TREATMENTS).default('taxed'),
    supplier_country: countryCode.nullish(),
    /** The rate at which you owe the tax of reverse charge and imports; your country's usual one if it is left out. */
    owed_bps: taxRateInput.nullish(),
    /** The share of the tax that can be deducted; the rest is a cost. */
    deductible_bps: taxRateInput.default(DEDUCTIBLE),
    ...confirmPeriod,
  })
  .refine((expense) => (expense.tax_amount ?? 0) <= expense.amount, {
    path: ['tax_amount'],
    message: 'The tax can’t be more than the amount.',
  })
  .refine(({ tax_amount, tax_bps }) => !tax_amount || tax_bps, {
    path: ['tax_bps'],
    message: 'Enter the rate of the tax.',
  })
  .refine(({ treatment, tax_amount, tax_bps }) => treatment === 'taxed' || !(tax_amount || tax_bps), {
    path: ['tax_amount'],
    message: 'Without tax on the bill, the tax is zero.',
  })
  .refine(({ treatment, owed_bps }) => owesTax(treatment) || !owed_bps, {
    path: ['owed_bps'],
    message: 'You owe this tax only with reverse charge and imports.',
  })
  .refine(
    ({ category, treatment, tax_amount, tax_bps }) => {
      return !isTaxPayment(category) || (treatment === 'taxed' && !(tax_amount || tax_bps))
    },
    { path: ['tax_amount'], message: 'A payment to the tax office has no tax of its own.' },
  )
  .refine(({ category, client_id, project_id }) => !isTaxPayment(category) || !(client_id || project_id), {
    path: ['client_id'],
    message: 'A payment to the tax office belongs to no client or project.',
  })
  .refine(({ category, refund }) => !refund || !isTaxPayment(category), {
    path: ['refund'],
    message: 'A refund by the tax office has a category of its own.',
  })
  .refine(({ rebillable, refund }) => !refund || !rebillable, {
    path: ['rebillable'],
    message: 'A refund can’t be charged to the client.',
  })
  .refine((expense) => !expense.rebillable || expense.client_id, {
    path: ['client_id'],
    message: 'Choose the client to charge.',
  })

export const expenseDeleteInput = z.strictObject({ id: z.uuid(), ...confirmPeriod })

/** The uninvoiced rebillable expenses of a client, a project, or both. */
export const unbilledExpensesInput = z
  .strictObject({ client_id: z.uuid().nullish(), project_id: z.uuid().nullish() })
  .refine((of) => of.client_id || of.project_id, 'Choose a client or a project.')
