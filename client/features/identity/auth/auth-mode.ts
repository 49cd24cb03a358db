export type AuthMode = 'login' | 'register' | 'forgot-password' | 'reset-password'

export interface ModeProps {
  onMode: (mode: AuthMode) => void
}
