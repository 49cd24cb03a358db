import type { Scope } from '../auth/scope.ts'

/** What a client pays is not the contributors' to see. */
export const seesProjectPrice = (scope: Scope): boolean => scope.role !== 'employee'
