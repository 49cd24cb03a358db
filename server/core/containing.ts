import { findContaining, type ListedKind } from '../db/search-pieces.ts'
import type { Ctx } from './context.ts'
import { unscoped } from './rows.ts'

/** Beyond so many rows, a walk through the list in its order meets a page of them sooner. */
export const MOST_NAMED = 4000

/**
 * The ids, of all agencies, that a list's filter of this text has to look at; null where it has to look at all.
 * Archived projects and clients are not among them, nor is what the list finds by the name of something else.
 */
export const idsContaining = (ctx: Ctx, kind: ListedKind, text: string): Promise<string[] | null> =>
  findContaining(unscoped(ctx), kind, text)
