import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import type { z } from 'zod'
import type { BankAccountDto } from '#shared/money/bank/bank.ts'
import type { bankAccountInput } from '#shared/money/bank/schemas/bank.ts'
import { conflict, fieldError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isUniqueViolation } from '../../../base/db/engines/dialect.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { getBankAccount } from '../queries/accounts.ts'

type AccountSave = z.output<typeof bankAccountInput>

/** Adds or changes an account; once it has lines, its number and currency are fixed. */
export async function saveAccount(ctx: AgencyCtx, input: AccountSave): Promise<BankAccountDto> {
  const number = normalNumber(input.number)
  try {
    return await transact(ctx, async (tx) => {
      const id = input.id ?? newId()
      if (input.id === undefined) await insertAccount(tx, id, { ...input, number })
      else await updateAccount(tx, id, { ...input, number })
      await record(tx, 'bank-account.saved', { id, name: input.name })
      return getBankAccount(tx, id)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw fieldError('number', 'This account has already been added.')
    throw error
  }
}

/** Removes spaces; a number that begins like an IBAN must be a valid one. */
function normalNumber(text: string): string {
  const number = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^[A-Z]{2}\d{2}/.test(number) && !isValidIBAN(electronicFormatIBAN(number) ?? '')) {
    throw fieldError('number', 'This is not a valid IBAN. Please check the digits.')
  }
  if (!/^[A-Z0-9./]+$/.test(number)) throw fieldError('number', 'Use letters and digits only.')
  return number
}

type NewAccount = Pick<AccountSave, 'name' | 'number' | 'currency' | 'ledger_account'>

export async function insertAccount(tx: Tx<AgencyCtx>, id: string, account: NewAccount): Promise<void> {
  const now = toInstant(tx.now)
  const { name, number, currency, ledger_account } = account
  await insertInto(tx, 'bank_accounts')
    .values({
      agency_id: tx.reach.agencyId,
      id,
      name,
      number,
      currency,
      ledger_account,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

async function updateAccount(tx: Tx<AgencyCtx>, id: string, input: AccountSave): Promise<void> {
  const current = await getBankAccount(tx, id)
  if (input.version !== undefined && input.version !== current.version) throw conflict('This account')
  if (current.covered_to !== null) {
    if (input.currency !== current.currency) {
      throw fieldError('currency', 'The currency can’t change once statements have been imported.')
    }
    if (input.number !== current.number) {
      throw fieldError('number', 'The number can’t change once statements have been imported.')
    }
  }
  const { name, number, currency, ledger_account } = input
  const row = { agency_id: tx.reach.agencyId, id, version: current.version }
  await updateVersioned(tx, 'bank_accounts', row, { name, number, currency, ledger_account }, 'This account')
}
