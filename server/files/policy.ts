import type { FileKind } from '#shared/files.ts'
import type { UserCtx } from '../core/context.ts'

/** Clients send files with their messages; deliverables and attachments are the team's. */
export const mayUpload = (ctx: UserCtx, kind: FileKind): boolean =>
  ctx.actor.role !== 'client' || kind === 'message'
