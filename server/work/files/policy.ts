import type { FileKind } from '#shared/work/files.ts'
import type { UserCtx } from '../../base/core/context.ts'

/** Clients only send files with messages and comments; deliverables and attachments are the team's. */
export const mayUpload = (ctx: UserCtx, kind: FileKind): boolean =>
  ctx.actor.role !== 'client' || kind === 'message'
