import { use } from 'react'
import type { AuthInfoDto } from '#shared/identity/auth.ts'
import { api } from './calls/api.ts'
import { pageData } from './calls/page-data.ts'
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
const appInfo = createStore<AuthInfoDto | null>(pageData?.info ?? null)

/** The installation's name and mode, from the page data or fetched once per page load. */
export function fetchAppInfo(): Promise<AuthInfoDto> {
  const info = appInfo.read()
  if (info !== null) return Promise.resolve(info)
  pending ??= api.auth.info.query().catch(() => UNKNOWN)
  return pending
}

export const knowAppInfo = (info: AuthInfoDto): void => appInfo.write(info)

/** Refetches after a change; keeps the old value on failure. */
export async function refreshAppInfo(): Promise<void> {
  appInfo.write(await api.auth.info.query().catch(() => appInfo.read()))
}

/** Suspends until the data is available, then follows updates. */
export function useAppInfo(): AuthInfoDto {
  return useStore(appInfo) ?? use(fetchAppInfo())
}
