import { findContaining, type ListedKind } from '../../db/search/trigrams.ts'
import type { Ctx } from '../context.ts'
import { unscoped } from './rows.ts'

/**
 * The ids that a list's text filter must check, perhaps including other agencies' ids; null if it must check all
 * rows. Excludes archived projects and clients, and rows that match only by the name of a related record.
 */
export async function idsContaining(ctx: Ctx, kind: ListedKind, text: string): Promise<string[] | null> {
  const { kind: reach, agencyId } = ctx.reach
  return reach === 'alone' ? null : findContaining(unscoped(ctx), { kind, agencyId, text })
}
