import { own, type Visibility } from '../../base/core/rows/visibility.ts'

export const invitationVisibility = {
  invitations: { agency: own },
} satisfies Pick<Visibility, 'invitations'>
