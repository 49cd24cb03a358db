import { use } from 'react'
import type { AuthInfoDto } from '#shared/auth.ts'
import { api } from './api.ts'

/** What holds until the server has answered, or when it cannot. */
const UNKNOWN: AuthInfoDto = {
  app_name: 'Foyer',
  logo: null,
  registration_open: true,
  demo: false,
  demo_accounts: [],
  demo_password: null,
  password_min_length: 6,
  test_mode: false,
}

let pending: Promise<AuthInfoDto> | null = null

/** The installation's name and mode; asked for once a page load. */
export function loadAppInfo(): Promise<AuthInfoDto> {
  pending ??= api.auth.info.query().catch(() => UNKNOWN)
  return pending
}

/** Suspends until the answer is there. */
export const useAppInfo = (): AuthInfoDto => use(loadAppInfo())
