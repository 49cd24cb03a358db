import { use } from 'react'
import type { AuthInfoDto } from '#shared/auth.ts'
import { api } from './api.ts'
import { createStore, useStore } from './store.ts'

/** Defaults until the server responds, or if it can't. */
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

/** The installation's name and mode, fetched once per page load. */
export function loadAppInfo(): Promise<AuthInfoDto> {
  pending ??= api.auth.info.query().catch(() => UNKNOWN)
  return pending
}

/** Refetches after a change; keeps the old value on failure. */
export async function refreshAppInfo(): Promise<void> {
  refreshed.write(await api.auth.info.query().catch(() => refreshed.read()))
}

/** Suspends until the first response, then follows updates. */
export function useAppInfo(): AuthInfoDto {
  const first = use(loadAppInfo())
  return useStore(refreshed) ?? first
}
