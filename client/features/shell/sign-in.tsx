import { useEffect } from 'react'
import { AuthScreen } from '../auth/auth-screen.tsx'
import { preloadAppFrame } from './load-app-frame.ts'

/** The way in; what lies behind it loads meanwhile. */
export function SignIn() {
  useEffect(preloadAppFrame, [])
  return <AuthScreen />
}
