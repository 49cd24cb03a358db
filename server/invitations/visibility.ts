import { own, type Visibility } from '../core/visibility.ts'

export const invitationVisibility = {
  invitations: { agency: own },
} satisfies Pick<Visibility, 'invitations'>
