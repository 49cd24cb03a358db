import { z } from 'zod'
import { MAX_AMOUNT } from '../../../base/amounts/money.ts'
import { currencyCode } from '../../../base/amounts/schemas/exchange.ts'
import { REQUIRED } from '../../../base/errors.ts'
import { pageInput } from '../../../base/schemas/paging.ts'
import { optionalText, requiredText, searchText } from '../../../base/schemas/text.ts'
import { COST_CATEGORIES, EXPENSE_CATEGORIES } from '../../ledger/finance.ts'
import { expenseSaveInput } from '../../ledger/schemas/finance.ts'
import { advanceInput } from '../../payments/schemas/payments.ts'
import { BANK_LINE_STATUSES, BANK_RULE_FIELDS, MAX_ACCEPTED } from '../bank.ts'
import { CSV_FIELD_NAMES, type CsvField, DATE_ORDERS, DECIMALS, MAX_CSV_COLUMNS } from '../csv-mapping.ts'

export const bankAccountInput = z.strictObject({
  /** Inserts without `id`, updates with it. */
  id: z.uuid().optional(),
  version: z.int().optional(),
  name: requiredText(REQUIRED, 100),
  number: requiredText(REQUIRED, 64),
  currency: currencyCode,
  ledger_account: z
    .string()
    .trim()
    .regex(/^(\d{4,9})?$/, 'Use an account number of 4 to 9 digits.')
    .nullish()
    .transform((account) => account || null),
})

export const bankLineListInput = z.strictObject({
  ...pageInput,
  status: z.enum(BANK_LINE_STATUSES).default('open'),
  account_id: z.uuid().nullish(),
  search: searchText,
})

export const bankStatementListInput = z.strictObject({ ...pageInput, account_id: z.uuid() })

const amount = z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT)

/** As for an expense entered by hand. */
const { tax_amount, tax_bps, treatment, supplier_country, owed_bps, deductible_bps } = expenseSaveInput.shape

/** Confirms a difference from the exchange rate of more than 5%. */
const confirmDifference = { confirm_difference: z.boolean().optional() }

const part = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('invoice'),
    invoice_id: z.uuid('Please choose an invoice'),
    amount,
    /** What this pays of an invoice in another currency, in that currency; the line must be in the base currency. */
    settles: amount.optional(),
    ...confirmDifference,
  }),
  z.strictObject({
    kind: z.literal('deposit'),
    client_id: z.uuid('Please choose a client'),
    amount,
    /** Sends an advance invoice with this tax, paid with the deposit. */
    advance: advanceInput.optional(),
  }),
  z.strictObject({
    kind: z.literal('payment'),
    payment_id: z.uuid('Please choose a payment'),
    /** What the line, in the base currency, paid of an announced payment in another currency. */
    amount: amount.optional(),
    ...confirmDifference,
  }),
  z.strictObject({
    kind: z.literal('refund'),
    payment_id: z.uuid('Please choose a payment'),
    amount,
    /** What this returns of a payment in another currency, in that currency; the line must be in the base currency. */
    settles: amount.optional(),
    ...confirmDifference,
  }),
  z.strictObject({
    kind: z.literal('entered_refund'),
    refund_id: z.uuid('Please choose a refund'),
    /** What the line, in the base currency, paid of a refund in another currency. */
    amount: amount.optional(),
    ...confirmDifference,
  }),
  z.strictObject({
    kind: z.literal('expense'),
    amount,
    category: z.enum(EXPENSE_CATEGORIES, 'Please choose a category'),
    description: requiredText(REQUIRED),
    vendor: optionalText(200),
  }),
  z.strictObject({
    kind: z.literal('expense_refund'),
    amount,
    category: z.enum(COST_CATEGORIES, 'Please choose a category'),
    description: requiredText(REQUIRED),
    vendor: optionalText(200),
    ...{ tax_amount, tax_bps, treatment, supplier_country, owed_bps, deductible_bps },
  }),
  z.strictObject({ kind: z.literal('entered_expense'), expense_id: z.uuid('Please choose an expense') }),
  z.strictObject({ kind: z.literal('payout'), payout_id: z.uuid('Please choose a payout') }),
  z.strictObject({
    kind: z.literal('provider_payout'),
    provider_payout_id: z.uuid('Please choose a payout'),
  }),
  z.strictObject({ kind: z.literal('transfer'), line_id: z.uuid().nullable() }),
])

export const acceptBankLineInput = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  parts: z.array(part).min(1, 'Choose what this line settles.').max(50, 'Use at most 50 parts.'),
  /** Mails clients a receipt for each invoice paid. */
  mail_receipt: z.boolean().default(false),
})

export const acceptCertainInput = z.strictObject({
  account_id: z.uuid().nullish(),
  limit: z.int().min(1).max(MAX_ACCEPTED).default(MAX_ACCEPTED),
})

export const ignoreBankLineInput = z.strictObject({ id: z.uuid(), ignored: z.boolean() })
export const bankBalanceInput = z.strictObject({ account_id: z.uuid() })

export const bankRuleInput = z
  .strictObject({
    id: z.uuid().optional(),
    version: z.int().optional(),
    field: z.enum(BANK_RULE_FIELDS),
    contains: z
      .string(REQUIRED)
      .trim()
      .min(3, 'Use at least 3 characters, so that the rule doesn’t match everything.')
      .max(100, 'Use at most 100 characters.'),
    client_id: z.uuid().nullish(),
    category: z.enum(EXPENSE_CATEGORIES).nullish(),
  })
  .refine((rule) => (rule.client_id == null) !== (rule.category == null), {
    path: ['client_id'],
    message: 'Choose a client or a category.',
  })

const column = z.int().min(0).max(MAX_CSV_COLUMNS).nullish()

export const csvMapping = z.strictObject({
  columns: z.strictObject(
    Object.fromEntries(CSV_FIELD_NAMES.map((field) => [field, column])) as Record<CsvField, typeof column>,
  ),
  decimal: z.enum(DECIMALS),
  date_order: z.enum(DATE_ORDERS),
})

/** Query parameters of the import. */
export const bankFileInput = z.strictObject({
  /** Reads the file without importing it. */
  dry_run: z.enum(['yes', 'no']).transform((answer) => answer === 'yes'),
  /** The account of a file that doesn't name one. */
  account_id: z.uuid().optional(),
  /** Whether new lines with the same date and amount as lines already imported are added. */
  similar: z.enum(['add', 'leave_out']).default('add'),
  /** JSON. */
  mapping: z
    .string()
    .max(5000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'This mapping can’t be read.' })
        return z.NEVER
      }
    })
    .pipe(csvMapping)
    .optional(),
})
