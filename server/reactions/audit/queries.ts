import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { AuditEntryDto } from '#shared/reactions/audit.ts'
import type { auditListInput } from '#shared/reactions/schemas/audit.ts'
import { toCsv } from '../../base/adapters/tables/csv.ts'
import type { UserCtx } from '../../base/core/context.ts'
import { afterCursor, pageAfter, readInPages } from '../../base/core/rows/paging.ts'
import { selectFrom } from '../../base/core/rows/rows.ts'
import { containsText } from '../../base/db/engines/dialect.ts'

type AuditListInput = z.output<typeof auditListInput>

const MAX_EXPORTED = 50_000

/** The audit log, newest first: the platform's for an administrator, the agency's for an owner. */
export const listAudit = (ctx: UserCtx, input: AuditListInput): Promise<Page<AuditEntryDto>> =>
  pageAfter(visibleAudit(ctx, input), ['audit_log.created_at', 'audit_log.id'], input, (row) => row)

/** The same as CSV, limited to the newest 50,000 rows. */
export async function exportAudit(ctx: UserCtx, input: AuditListInput): Promise<{ csv: string }> {
  const rows = await readInPages(
    MAX_EXPORTED,
    (after, limit) =>
      afterCursor(visibleAudit(ctx, input), ['audit_log.created_at', 'audit_log.id'], after)
        .limit(limit)
        .execute(),
    (row) => [row.created_at, row.id],
  )
  const columns = [
    'created_at',
    'actor_name',
    'actor_role',
    'action',
    'subject_type',
    'subject_id',
    'detail',
    'agency_name',
  ]
  return {
    csv: await toCsv(columns, rows, (row) => ({
      ...row,
      actor_role: row.actor_role ?? '',
      agency_name: row.agency_name ?? '',
      agency_id: row.agency_id ?? '',
      actor_id: row.actor_id ?? '',
    })),
  }
}

function visibleAudit(ctx: UserCtx, input: AuditListInput) {
  return selectFrom(ctx, 'audit_log')
    .leftJoin('agencies', 'agencies.id', 'audit_log.agency_id')
    .select([
      'audit_log.id',
      'audit_log.agency_id',
      'agencies.name as agency_name',
      'audit_log.actor_id',
      'audit_log.actor_name',
      'audit_log.actor_role',
      'audit_log.action',
      'audit_log.subject_type',
      'audit_log.subject_id',
      'audit_log.detail',
      'audit_log.created_at',
    ])
    .$if(Boolean(input.action), (query) => query.where('audit_log.action', 'like', `${input.action}%`))
    .$if(input.search !== '', (query) =>
      query.where((eb) =>
        containsText(eb, [eb.ref('audit_log.actor_name'), eb.ref('audit_log.detail')], input.search),
      ),
    )
}
