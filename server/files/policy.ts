import type { FileKind } from '#shared/files.ts'
import type { ProjectStatus } from '#shared/projects.ts'
import type { Scope } from '../auth/scope.ts'

/** Clients send files with their messages; deliverables and attachments are the team's. */
export const mayUpload = (scope: Scope, kind: FileKind): boolean =>
  scope.role !== 'client' || kind === 'message'

/** The team may at any time, the client once the project is completed. */
export const mayDownloadAll = (scope: Scope, project: { status: ProjectStatus }): boolean =>
  scope.role !== 'client' || project.status === 'completed'
