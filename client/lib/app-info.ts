import { use } from 'react'
import type { AuthInfoDto } from '#shared/auth.ts'
import { api } from './api.ts'
import { createStore, useStore } from './store.ts'

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
const refreshed = createStore<AuthInfoDto | null>(null)

/** The installation's name and mode; asked for once a page load. */
export function loadAppInfo(): Promise<AuthInfoDto> {
  pending ??= api.auth.info.query().catch(() => UNKNOWN)
  return pending
}

/** Asks again, because somebody changed it; what cannot be asked stays as it was. */
export async function refreshAppInfo(): Promise<void> {
  refreshed.write(await api.auth.info.query().catch(() => refreshed.read()))
}

/** Suspends until the first answer is there, and follows the later ones. */
export function useAppInfo(): AuthInfoDto {
  const first = use(loadAppInfo())
  return useStore(refreshed) ?? first
}
