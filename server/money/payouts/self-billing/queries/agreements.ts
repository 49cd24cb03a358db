import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { dateInZone } from '#shared/base/dates.ts'
import { formatDate } from '#shared/base/format.ts'
import type { selfBillingInput } from '#shared/money/schemas/self-billing.ts'
import {
  type AgreementState,
  prefixKey,
  type SelfBillingAgreementDto,
  type SelfBillingDto,
  type SupplierDetails,
  suggestedPrefix,
} from '#shared/money/self-billing.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { requirePayee } from '../../sepa/queries/accounts.ts'

export type Agreement = Selectable<Schema['self_billing_agreements']>

/** A contributor's latest agreement, with the prefix that a first one would have. */
export async function getSelfBilling(
  ctx: AgencyCtx,
  input: z.output<typeof selfBillingInput>,
): Promise<SelfBillingDto> {
  const payee = await requirePayee(ctx, input.employee_id)
  const agreement = await latestAgreement(ctx, payee.id)
  const dto = agreement === undefined ? null : await toDto(ctx, agreement)
  return {
    employee_id: payee.id,
    employee_name: payee.name,
    agreement: dto,
    suggested_prefix: dto?.prefix ?? (await freePrefix(ctx, payee.name)),
  }
}

/** Valid or not; undefined if there never was one. */
export const latestAgreement = (ctx: AgencyCtx, employeeId: string): Promise<Agreement | undefined> =>
  selectFrom(ctx, 'self_billing_agreements')
    .selectAll()
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('employee_id', '=', employeeId)
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst()

export const todayOf = (ctx: AgencyCtx): string => dateInZone(ctx.now, ctx.reach.booksZone)

export function stateOf(
  { accepted_at, revoked_at, ends_on }: Pick<Agreement, 'accepted_at' | 'revoked_at' | 'ends_on'>,
  today: string,
): AgreementState {
  if (revoked_at !== null) return 'revoked'
  if (ends_on !== null && ends_on < today) return 'ended'
  return accepted_at === null ? 'requested' : 'active'
}

/** Why no document can be made without a valid agreement. */
export function noAgreement(agreement: Agreement | undefined, today: string): AppError {
  const state = agreement === undefined ? null : stateOf(agreement, today)
  return new AppError('CONFLICT', reasonOf(state, agreement), { reason: 'no_agreement' })
}

function reasonOf(state: AgreementState | null, agreement: Agreement | undefined): string {
  if (state === 'requested') return 'The contributor hasn’t accepted the self-billing agreement yet.'
  if (state === 'ended') {
    return `The self-billing agreement ended on ${formatDate(agreement?.ends_on ?? '')}. Request a new one first.`
  }
  if (state === 'revoked') return 'The self-billing agreement was revoked. Request a new one first.'
  return 'There is no self-billing agreement with this contributor. Request it first.'
}

async function toDto(ctx: AgencyCtx, agreement: Agreement): Promise<SelfBillingAgreementDto> {
  const { prefix } = await selectFrom(ctx, 'self_bill_series')
    .select('prefix')
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('prefix_key', '=', agreement.prefix_key)
    .executeTakeFirstOrThrow()
  return {
    id: agreement.id,
    state: stateOf(agreement, todayOf(ctx)),
    prefix,
    text_version: agreement.text_version,
    ends_on: agreement.ends_on,
    requested_by: agreement.requested_by,
    requested_at: agreement.created_at,
    accepted_by: agreement.accepted_by,
    accepted_at: agreement.accepted_at,
    revoked_by: agreement.revoked_by,
    revoked_side: agreement.revoked_side,
    revoked_at: agreement.revoked_at,
    supplier: supplierOf(agreement),
    document_count: agreement.document_count,
    version: agreement.version,
  }
}

/** Null until it is accepted. */
export function supplierOf({
  legal_name,
  address,
  postal_code,
  city,
  country,
  tax_id,
  treatment,
  tax_bps,
}: Agreement): SupplierDetails | null {
  // These are null together.
  if (legal_name === null || address === null || city === null) return null
  if (country === null || treatment === null || tax_bps === null) return null
  return { legal_name, address, postal_code, city, country, tax_id, treatment, tax_bps }
}

/** The suggested prefix, with a number if another contributor has it. */
async function freePrefix(ctx: AgencyCtx, name: string): Promise<string> {
  const suggested = suggestedPrefix(name)
  // Contributors don't see others' series, and don't choose the prefix.
  const rows = await selectFrom(ctx, 'self_bill_series')
    .select('prefix_key')
    .where('agency_id', '=', ctx.reach.agencyId)
    .execute()
  const taken = new Set(rows.map(({ prefix_key }) => prefix_key))
  let prefix = suggested
  for (let next = 2; taken.has(prefixKey(prefix)); next++) prefix = `${suggested}${next}-`
  return prefix
}
