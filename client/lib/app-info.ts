import { use, useSyncExternalStore } from 'react'
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
let refreshed: AuthInfoDto | null = null
const listeners = new Set<() => void>()

/** The installation's name and mode; asked for once a page load. */
export function loadAppInfo(): Promise<AuthInfoDto> {
  pending ??= api.auth.info.query().catch(() => UNKNOWN)
  return pending
}

/** Asks again, because somebody changed it; what cannot be asked stays as it was. */
export async function refreshAppInfo(): Promise<void> {
  refreshed = await api.auth.info.query().catch(() => refreshed)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Suspends until the first answer is there, and follows the later ones. */
export function useAppInfo(): AuthInfoDto {
  const first = use(loadAppInfo())
  return useSyncExternalStore(subscribe, () => refreshed) ?? first
}
