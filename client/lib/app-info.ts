import { use } from 'react'
import type { AuthInfoDto } from '#shared/auth.ts'
import { api } from './api.ts'
import { pageData } from './page-data.ts'
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
const known = createStore<AuthInfoDto | null>(pageData?.info ?? null)

/** The installation's name and mode, from the page or fetched once per page load. */
export function loadAppInfo(): Promise<AuthInfoDto> {
  const info = known.read()
  if (info !== null) return Promise.resolve(info)
  pending ??= api.auth.info.query().catch(() => UNKNOWN)
  return pending
}

export const knowAppInfo = (info: AuthInfoDto): void => known.write(info)

/** Refetches after a change; keeps the old value on failure. */
export async function refreshAppInfo(): Promise<void> {
  known.write(await api.auth.info.query().catch(() => known.read()))
}

/** Suspends until it is known, then follows updates. */
export function useAppInfo(): AuthInfoDto {
  return useStore(known) ?? use(loadAppInfo())
}
