import { own, type Visibility } from '../../base/core/rows/visibility.ts'

export const auditVisibility = {
  audit_log: { agency: own },
} satisfies Pick<Visibility, 'audit_log'>
