import { own, type Visibility } from '../../core/visibility.ts'

export const auditVisibility = {
  audit_log: { agency: own },
} satisfies Pick<Visibility, 'audit_log'>
