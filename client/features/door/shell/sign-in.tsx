import { useEffect } from 'react'
import { AuthScreen } from '../../identity/auth/auth-screen.tsx'
import { preloadAppFrame } from './load-app-frame.ts'

/** The sign-in screen; the app loads in the background. */
export function SignIn() {
  useEffect(preloadAppFrame, [])
  return <AuthScreen />
}
