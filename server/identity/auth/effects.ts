import type { Effects } from '../../base/core/context.ts'

export const PROFILE_EFFECTS: Effects = {
  'auth.updateProfile': {
    does: 'Changes the caller’s own profile, such as name and job title.',
    follows: 'Everyone who works with them sees it.',
    records: ['profile.updated'],
  },
}
