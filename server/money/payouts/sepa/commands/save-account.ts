import type { z } from 'zod'
import { shortIban } from '#shared/identity/letterhead/profile.ts'
import type { payoutAccountSaveInput } from '#shared/money/schemas/sepa.ts'
import type { PayoutAccountDto } from '#shared/money/sepa.ts'
import { fieldError, notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx, UserRequest } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../../base/core/rows/versioned.ts'
import { sealForInstance } from '../../../../base/core/secret-box.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { reAuthenticate } from '../../../../identity/auth/re-auth.ts'
import { normalBic, normalIban } from '../../../../identity/letterhead/rules.ts'
import { isWritable } from '../../rules.ts'
import { getPayoutAccount, requirePayee } from '../queries/accounts.ts'

type AccountSave = z.output<typeof payoutAccountSaveInput>

/** Saves a contributor's bank account: requires confirming one's identity, and notifies the owners. */
export async function saveAccount(
  ctx: AgencyCtx & UserRequest,
  input: AccountSave,
): Promise<PayoutAccountDto> {
  const payee = await requirePayee(ctx, input.employee_id)
  const iban = normalIban(input.iban) ?? ''
  const bic = normalBic(input.bic)
  if (!isWritable(input.account_holder)) {
    const message = 'Please enter the name in Latin letters, as the bank writes it.'
    throw fieldError('account_holder', message)
  }
  await reAuthenticate(ctx, input)
  return transact(ctx, async (tx) => {
    await save(tx, payee.id, input.version, {
      account_holder: input.account_holder,
      iban: sealForInstance(tx.services.config, iban),
      iban_hint: shortIban(iban),
      bic,
      changed_by: tx.actor.name,
    })
    const account = await getPayoutAccount(tx, { employee_id: payee.id })
    if (account === null) throw notFound('This bank account')
    await record(tx, 'payout-account.saved', {
      id: payee.id,
      name: payee.name,
      hint: account.iban_hint,
      employeeId: payee.id,
    })
    return account
  })
}

interface Columns {
  account_holder: string
  iban: string
  iban_hint: string
  bic: string | null
  changed_by: string
}

async function save(tx: Tx<AgencyCtx>, employeeId: string, version: number, columns: Columns): Promise<void> {
  const { agencyId } = tx.reach
  const current = await selectFrom(tx, 'payout_accounts')
    .select(['id', 'version'])
    .where('agency_id', '=', agencyId)
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  if (current !== undefined) {
    await updateVersioned(
      tx,
      'payout_accounts',
      { agency_id: agencyId, id: current.id, version },
      columns,
      'This bank account',
    )
    return
  }
  const now = toInstant(tx.now)
  await insertInto(tx, 'payout_accounts')
    .values({
      agency_id: agencyId,
      id: newId(),
      employee_id: employeeId,
      ...columns,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
