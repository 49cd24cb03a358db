import type { Scope } from '../auth/scope.ts'

export const mayEditComment = (scope: Scope, comment: { author_id: string | null }): boolean =>
  comment.author_id === scope.userId

/** The agency's owner may take down anybody's comment. */
export const mayDeleteComment = (scope: Scope, comment: { author_id: string | null }): boolean =>
  mayEditComment(scope, comment) || scope.role === 'agency_admin'
